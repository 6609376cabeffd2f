import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Done, Int64, NO_OTHER_FILTERS } from '../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { customerBookings } from '../bookings/bookings.js';
import { SLICES, windowQuery } from '../bookings/bookings.schema.js';
import { studioOf } from '../integrations/api-key.js';
import {
  bookClass,
  cancelOwnClassBooking,
  findClassBooking,
  validateClassBooking,
  withSlots,
} from './class-bookings.js';
import { daysFrom, findClass, findListedSlot, heldClasses, listSlots, memberWindow } from './class-slots.js';
import {
  Class,
  ClassBooking,
  ClassBookingRequest,
  ClassSlot,
  ClassValidation,
  toClass,
  toClassBooking,
  toClassSlot,
} from './classes.schema.js';

const tags = ['Classes'];
const READ = 'CLASSES_READ';
const WRITE = 'CLASSES_WRITE';

/** Serves the classes of the studio and their slots. */
export function classRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/classes',
      {
        config: { operation: 'getActiveClasses', scope: READ },
        schema: {
          operationId: 'getActiveClasses',
          tags,
          summary: `Lists the classes that are held between yesterday and in fourteen days, ordered by id. Scope ${READ}.`,
          querystring: Type.Object(sliceQuery(SLICES), NO_OTHER_FILTERS),
          response: { 200: sliceOf(Class) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const range = requestedSlice(request.query, SLICES);
        const found = await heldClasses(context.db, studio, memberWindow(context, studio), range);
        return sliceById(found, range, toClass);
      },
    );

    app.get(
      '/v1/classes/:classId',
      {
        config: { operation: 'getClassById', scope: READ },
        schema: {
          operationId: 'getClassById',
          tags,
          summary: `Returns a class. Scope ${READ}.`,
          params: Type.Object({ classId: Int64 }),
          response: { 200: Class },
        },
      },
      async (request) => {
        const found = await findClass(context.db, studioOf(request), request.params.classId);
        return toClass(found.studioClass);
      },
    );

    app.get(
      '/v1/classes/:classId/slots',
      {
        config: { operation: 'getClassSlots', scope: READ },
        schema: {
          operationId: 'getClassSlots',
          tags,
          summary: `Lists the slots of a class from yesterday to fourteen days ahead, ordered by start. Scope ${READ}.`,
          params: Type.Object({ classId: Int64 }),
          querystring: Type.Object(sliceQuery(SLICES), NO_OTHER_FILTERS),
          response: { 200: sliceOf(ClassSlot) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const { classId } = request.params;
        const range = requestedSlice(request.query, SLICES);
        await findClass(context.db, studio, classId);
        const found = await listSlots(context, { classId }, memberWindow(context, studio), range);
        return sliceById(found, range, (listed) => toClassSlot(listed, studio.timeZone));
      },
    );

    app.get(
      '/v1/classes/:classId/slots/:classSlotId',
      {
        config: { operation: 'getClassSlotById', scope: READ },
        schema: {
          operationId: 'getClassSlotById',
          tags,
          summary: `Returns a slot of a class, unless it was cancelled. Scope ${READ}.`,
          params: Type.Object({ classId: Int64, classSlotId: Int64 }),
          response: { 200: ClassSlot },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        return toClassSlot(await findListedSlot(context, studio, request.params), studio.timeZone);
      },
    );

    app.get(
      '/v1/classes/slots',
      {
        config: { operation: 'getClassSlotsForMultipleClasses', scope: READ },
        schema: {
          operationId: 'getClassSlotsForMultipleClasses',
          tags,
          summary: `Lists the slots of all classes on some days, ordered by start. Scope ${READ}.`,
          querystring: Type.Object({ ...windowQuery(0), ...sliceQuery(SLICES) }, NO_OTHER_FILTERS),
          response: { 200: sliceOf(ClassSlot) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const range = requestedSlice(request.query, SLICES);
        const found = await listSlots(context, { studio }, daysFrom(context, studio, request.query), range);
        return sliceById(found, range, (listed) => toClassSlot(listed, studio.timeZone));
      },
    );
  };
}

/** Books classes for members and cancels their bookings. */
export function classBookingRoutes(context: Context): FastifyPluginAsyncTypebox {
  const bookingId = Type.Object({ bookingId: Int64 });
  return async (app) => {
    app.post(
      '/v1/classes/booking/validate',
      {
        config: { operation: 'validateClassSlot', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'validateClassSlot',
          tags,
          summary: `Checks whether a member can book a class slot. Returns 200 in either case. Scope ${WRITE}.`,
          body: ClassBookingRequest,
          response: { 200: ClassValidation },
        },
      },
      async (request) => {
        const asked = { ...request.body, as: 'MEMBER' } as const;
        return { validationStatus: await validateClassBooking(context, studioOf(request), asked) };
      },
    );

    app.post(
      '/v1/classes/booking/book',
      {
        config: { operation: 'bookClassSlot', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'bookClassSlot',
          tags,
          summary: `Books a class slot for a member, or a place on its waiting list if it is full. Scope ${WRITE}.`,
          body: ClassBookingRequest,
          headers: IdempotencyHeaders,
          response: { 200: ClassBooking },
        },
      },
      async (request) => {
        const asked = { ...request.body, as: 'MEMBER' } as const;
        const made = await bookClass(context, studioOf(request), asked, keyedRequest(context, request));
        return toClassBooking(made, context.clock.now());
      },
    );

    app.get(
      '/v1/classes/booking/:bookingId',
      {
        config: { operation: 'getClassBookingById', scope: READ },
        schema: {
          operationId: 'getClassBookingById',
          tags,
          summary: `Returns a booking of a class. Scope ${READ}.`,
          params: bookingId,
          response: { 200: ClassBooking },
        },
      },
      async (request) => {
        const found = await findClassBooking(context.db, studioOf(request), request.params.bookingId);
        return toClassBooking(found, context.clock.now());
      },
    );

    app.delete(
      '/v1/classes/booking/:bookingId',
      {
        config: { operation: 'cancelClassSlotById', scope: WRITE },
        schema: {
          operationId: 'cancelClassSlotById',
          tags,
          summary: `Cancels a booking of a class. Its place goes to the first on the waiting list. Scope ${WRITE}.`,
          params: bookingId,
          response: { 200: Done },
        },
      },
      async (request) => {
        await cancelOwnClassBooking(context, studioOf(request), request.params.bookingId);
        return null;
      },
    );

    app.get(
      '/v1/classes/booking',
      {
        config: { operation: 'getClassBookingsByCustomerId', scope: READ, customerInQuery: true },
        schema: {
          operationId: 'getClassBookingsByCustomerId',
          tags,
          summary: `Lists a customer's bookings of classes from two weeks ago until two weeks ahead. Scope ${READ}.`,
          querystring: Type.Object({ customerId: Int64 }, NO_OTHER_FILTERS),
          response: { 200: Type.Array(ClassBooking) },
        },
      },
      async (request) => {
        const { customerId } = request.query;
        const found = await customerBookings(context, studioOf(request), customerId, 'CLASS');
        const now = context.clock.now();
        return (await withSlots(context.db, found)).map((booking) => toClassBooking(booking, now));
      },
    );
  };
}
