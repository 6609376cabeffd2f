import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import type { Context } from '../../core/context.js';
import { Int64 } from '../../core/http/schemas.js';
import { requestedSlice, sliceById, sliceOf, sliceQuery } from '../../core/http/slices.js';
import { IdempotencyHeaders, keepResult, keyedRequest } from '../../core/idempotency/idempotency.js';
import { findBooking, confirmBooking } from '../bookings/bookings.js';
import { SLICES } from '../bookings/bookings.schema.js';
import { findTrialOffer } from '../bookings/trial-offers.js';
import { integrationOf, studioOf } from '../integrations/api-key.js';
import { bookClass, validateClassBooking } from './class-bookings.js';
import { listSlots } from './class-slots.js';
import {
  ClassBooking,
  ClassBookingRequest,
  ClassSlot,
  ClassValidation,
  toClassBooking,
  toClassSlot,
} from './classes.schema.js';
import { findTrialOfferOfClass, trialClasses, trialWindow } from './trial-classes.js';
import { createTrialLead, validateLead } from './trial-leads.js';
import {
  BookableClass,
  LeadRequest,
  toBookableClass,
  toTrialOfferConfig,
  TrialOfferConfig,
} from './trial-offers.schema.js';

const tags = ['Trial Offers'];
const READ = 'TRIAL_OFFER_READ';

/** Serves the classes that offer trials. */
export function trialClassRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/v1/trial-offers/bookable-trial-offers/classes',
      {
        config: { operation: 'getBookableTrialOfferClasses', scope: READ },
        schema: {
          operationId: 'getBookableTrialOfferClasses',
          tags,
          summary: `Lists the classes that people can try within the next year. Scope ${READ}.`,
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
          summary: `Returns how often a trial offer can be booked, and which data it requires. Scope ${READ}.`,
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
          summary: `Lists the slots of a trial class within the next year, ordered by start. Scope ${READ}.`,
          params: Type.Object({ classId: Int64 }),
          querystring: Type.Object(sliceQuery(SLICES)),
          response: { 200: sliceOf(ClassSlot) },
        },
      },
      async (request) => {
        const studio = studioOf(request);
        const range = requestedSlice(request.query, SLICES);
        const { classId } = request.params;
        const offer = await findTrialOfferOfClass(context.db, studio, classId);
        const slots = await listSlots(context, { classId }, trialWindow(context, studio), range);
        return sliceById(slots, range, (listed) => toClassSlot(listed, studio.timeZone, offer));
      },
    );
  };
}

const WRITE = 'TRIAL_OFFER_WRITE';
/** Scopes for operations that store nothing. Either scope is sufficient. */
const TRY_SCOPES = ['TRIAL_OFFER_READ', WRITE];

/** Books trials: creates a lead, books a slot, and confirms the booking if the trial offer requires it. */
export function trialBookingRoutes(context: Context): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/v1/trial-offers/lead/validate',
      {
        config: { operation: 'validateForLeadCustomerCreation', scope: TRY_SCOPES },
        schema: {
          operationId: 'validateForLeadCustomerCreation',
          tags,
          summary: `Checks whether a lead can be created for a person. Returns 200 in either case. Scope ${TRY_SCOPES.join(' or ')}.`,
          body: LeadRequest,
          response: {
            200: Type.Object(
              {
                validationStatus: Type.Enum(
                  ['POSSIBLE', 'INVALID_LEAD_CUSTOMER_DATA', 'DUPLICATE_CUSTOMER'],
                  {
                    type: 'string',
                  },
                ),
              },
              { title: 'TrialLeadValidation' },
            ),
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
            'Creates a lead. Send its id as the customerId of bookings. Returns 400 with DUPLICATE_CUSTOMER if the ' +
            `duplicate check of the studio finds an existing customer. Scope ${WRITE}.`,
          body: LeadRequest,
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({ leadCustomerId: Type.Integer({ ...Int64, examples: [100001] }) }),
          },
        },
      },
      async (request) => {
        const keyed = keyedRequest(context, request);
        const integration = integrationOf(request);
        const studio = studioOf(request);
        return { leadCustomerId: await createTrialLead(context, studio, integration, request.body, keyed) };
      },
    );

    app.post(
      '/v1/trial-offers/classes/booking/validate',
      {
        config: { operation: 'validateClassSlotForTrialOffers', scope: TRY_SCOPES, customerInBody: true },
        schema: {
          operationId: 'validateClassSlotForTrialOffers',
          tags,
          summary: `Checks whether a customer can book a class slot as a trial. Returns 200 in either case. Scope ${TRY_SCOPES.join(' or ')}.`,
          body: ClassBookingRequest,
          response: { 200: ClassValidation },
        },
      },
      async (request) => {
        const asked = { ...request.body, as: 'TRIAL' } as const;
        return { validationStatus: await validateClassBooking(context, studioOf(request), asked) };
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
          body: ClassBookingRequest,
          headers: IdempotencyHeaders,
          response: { 200: ClassBooking },
        },
      },
      async (request) => {
        const asked = { ...request.body, as: 'TRIAL' } as const;
        const made = await bookClass(context, studioOf(request), asked, keyedRequest(context, request));
        return toClassBooking(made, context.clock.now());
      },
    );

    app.post(
      '/v1/trial-offers/bookings/:bookingId/confirm',
      {
        config: { operation: 'confirmTrialOfferBooking', scope: WRITE },
        schema: {
          operationId: 'confirmTrialOfferBooking',
          tags,
          summary: `Confirms a booking. Returns 200 with the status EXPIRED if the confirmation is too late. Scope ${WRITE}.`,
          params: Type.Object({ bookingId: Int64 }),
          headers: IdempotencyHeaders,
          response: {
            200: Type.Object({ status: Type.Enum(['CONFIRMED', 'EXPIRED'], { type: 'string' }) }),
          },
        },
      },
      async (request) => {
        const { bookingId } = request.params;
        await findBooking(context.db, studioOf(request), bookingId);
        const status = await context.db.transaction(async (tx) => {
          // The booking itself shows the earlier result. The key is stored so that no other request can use it.
          await keepResult(context, tx, keyedRequest(context, request), randomUUID());
          return confirmBooking(context, tx, bookingId);
        });
        return { status };
      },
    );
  };
}
