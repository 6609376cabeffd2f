import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { findTrialClass, findTrialOffer, trialClasses, trialSlots } from '../../classes/trial-classes.js';
import type { Context } from '../../context.js';
import { sliceById } from '../../domain/slice.js';
import { studioOf } from '../../http/api-key.js';
import { Int64 } from '../schemas.js';
import { sliceAsked, sliceOf, sliceQuery } from '../slices.js';
import { toBookableClass, toClassSlot, toTrialOfferConfig } from './answers.js';
import { BookableClass, ClassSlot, TrialOfferConfig } from './schemas.js';

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
        const range = sliceAsked(request.query, SLICES);
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
        const range = sliceAsked(request.query, SLICES);
        const { trialClass, offer } = await findTrialClass(context.db, studio, request.params.classId);
        const slots = await trialSlots(context, studio, trialClass.id, range);
        return sliceById(slots, range, (slot) => toClassSlot(slot, trialClass, offer, studio.timeZone));
      },
    );
  };
}
