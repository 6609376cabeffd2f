import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64 } from '../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { IdempotencyHeaders, keyedRequest } from '../../core/idempotency/idempotency.js';
import { studioOf } from '../integrations/api-key.js';
import { bookTrial, confirmTrial, validateTrialBooking } from './trial-bookings.js';
import { findTrialClass, findTrialOffer, trialClasses, trialSlots } from './trial-classes.js';
import { createLead, validateLead } from './trial-leads.js';
import {
  BookableClass,
  Booking,
  BookingRequest,
  BookingValidation,
  ClassSlot,
  LeadRequest,
  toBookableClass,
  toBooking,
  toClassSlot,
  toTrialOfferConfig,
  TrialOfferConfig,
} from './trial-offers.schema.js';

const tags = ['Trial Offers'];
const SLICES = { least: 10, most: 100, usual: 50 };
const READ = 'TRIAL_OFFER_READ';

/** Classes that can be tried out. */
export function trialClassRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/trial-offers/bookable-trial-offers/classes',
      {
        config: { operation: 'getBookableTrialOfferClasses', scope: READ },
        schema: {
          operationId: 'getBookableTrialOfferClasses',
          tags,
          summary: `Classes that can be tried out within the next year. Scope ${READ}.`,
          querystring: Type.Object(sliceQuery(SLICES)),
          response: { 200: sliceOf(BookableClass) },
        },
      },
      async (request) => {
        const range = requestedSlice(request.query, SLICES);
        const found = await trialClasses(context, studioOf(request), range);
        return sliceById(found, range, toBookableClass);
      },
    );

    app.get(
      '/v1/trial-offers/config/:configId',
      {
        config: { operation: 'getTrialOfferConfig', scope: READ },
        schema: {
          operationId: 'getTrialOfferConfig',
          tags,
          summary: `How often a trial offer can be booked, and what it asks of a person. Scope ${READ}.`,
          params: Type.Object({ configId: Int64 }),
          response: { 200: TrialOfferConfig },
        },
      },
      async (request) => {
        const { configId } = request.params;
        return toTrialOfferConfig(configId, await findTrialOffer(context.db, studioOf(request), configId));
      },
    );

    app.get(
      '/v1/trial-offers/bookable-trial-offers/classes/:classId/slots',
      {
        config: { operation: 'getClassSlotsForTrialOffers', scope: READ },
        schema: {
          operationId: 'getClassSlotsForTrialOffers',
          tags,
          summary: `When a class is held that can be tried out, within the next year. Scope ${READ}.`,
          params: Type.Object({ classId: Int64 }),
          querystring: Type.Object(sliceQuery(SLICES)),
          response: { 200: sliceOf(ClassSlot) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const range = requestedSlice(request.query, SLICES);
        const { trialClass, offer } = await findTrialClass(context.db, studio, request.params.classId);
        const slots = await trialSlots(context, studio, trialClass.id, range);
        return sliceById(slots, range, (slot) => toClassSlot(slot, trialClass, offer, studio.timeZone));
      },
    );
  };
}

const WRITE = 'TRIAL_OFFER_WRITE';
/** Of what keeps nothing, for which either scope is enough. */
const TRY_SCOPES = ['TRIAL_OFFER_READ', WRITE];

/** Trying something out: a lead, then a booking, confirmed where the trial offer asks for it. */
export function trialBookingRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/trial-offers/lead/validate',
      {
        config: { operation: 'validateForLeadCustomerCreation', scope: TRY_SCOPES },
        schema: {
          operationId: 'validateForLeadCustomerCreation',
          tags,
          summary: `Whether a person could be made a lead: 200 in either case. Scope ${TRY_SCOPES.join(' or ')}.`,
          body: LeadRequest,
          response: {
            200: Type.Object({
              validationStatus: Type.Enum(['POSSIBLE', 'INVALID_LEAD_CUSTOMER_DATA', 'DUPLICATE_CUSTOMER'], {
                type: 'string',
              }),
            }),
          },
        },
      },
      async (request) => ({ validationStatus: await validateLead(context, studioOf(request), request.body) }),
    );

    app.post(
      '/v1/trial-offers/lead/create',
      {
        config: { operation: 'createLeadCustomer', scope: WRITE },
        schema: {
          operationId: 'createLeadCustomer',
          tags,
          summary:
            'Makes a person a lead, whose id is the customerId of bookings. 400 DUPLICATE_CUSTOMER when the studio has ' +
            `them already, by its duplicate check. Scope ${WRITE}.`,
          body: LeadRequest,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({ leadCustomerId: Type.Integer({ ...Int64, examples: [100001] }) }),
          },
        },
      },
      async (request) => {
        const keyed = keyedRequest(context, request);
        return { leadCustomerId: await createLead(context, studioOf(request), request.body, keyed) };
      },
    );

    app.post(
      '/v1/trial-offers/classes/booking/validate',
      {
        config: { operation: 'validateClassSlotForTrialOffers', scope: TRY_SCOPES, customerInBody: true },
        schema: {
          operationId: 'validateClassSlotForTrialOffers',
          tags,
          summary: `Whether a customer could book a class slot as a trial: 200 in either case. Scope ${TRY_SCOPES.join(' or ')}.`,
          body: BookingRequest,
          response: { 200: BookingValidation },
        },
      },
      async (request) => {
        const { customerId, classSlotId } = request.body;
        const asked = { customerId, classSlotId };
        return { validationStatus: await validateTrialBooking(context, studioOf(request), asked) };
      },
    );

    app.post(
      '/v1/trial-offers/classes/booking/book',
      {
        config: { operation: 'bookClassSlotForTrialOffers', scope: WRITE, customerInBody: true },
        schema: {
          operationId: 'bookClassSlotForTrialOffers',
          tags,
          summary: `Books a class slot as a trial. Scope ${WRITE}.`,
          body: BookingRequest,
          headers: IdempotencyHeaders,
          response: { 200: Booking },
        },
      },
      async (request) => {
        const { customerId, classSlotId } = request.body;
        const asked = { customerId, classSlotId };
        const booking = await bookTrial(context, studioOf(request), asked, keyedRequest(context, request));
        return toBooking(booking, context.clock.now());
      },
    );

    app.post(
      '/v1/trial-offers/bookings/:bookingId/confirm',
      {
        config: { operation: 'confirmTrialOfferBooking', scope: WRITE },
        schema: {
          operationId: 'confirmTrialOfferBooking',
          tags,
          summary: `Confirms a booking; EXPIRED, with 200, when it came too late. Scope ${WRITE}.`,
          params: Type.Object({ bookingId: Int64 }),
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({ status: Type.Enum(['CONFIRMED', 'EXPIRED'], { type: 'string' }) }),
          },
        },
      },
      async (request) => ({
        status: await confirmTrial(
          context,
          studioOf(request),
          request.params.bookingId,
          keyedRequest(context, request),
        ),
      }),
    );
  };
}
