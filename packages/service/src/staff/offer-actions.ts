import { Type } from 'typebox';
import { OfferSchema } from '../domain/offer-schema.js';
import { importOffers } from '../memberships/import-offers.js';
import { defineStaffAction } from './staff-action.js';

export const OFFER_ACTIONS = [
  defineStaffAction({
    name: 'offer.import',
    summary: 'Adds offers of memberships, or replaces those of the same id.',
    input: Type.Object({
      offers: Type.Array(OfferSchema, {
        minItems: 1,
        maxItems: 1000,
        description: 'As JSON; docs/operations.md shows one.',
      }),
    }),
    run: async ({ tx, studio, input: { offers } }) => {
      const { added, changed } = await importOffers(tx, studio, offers);
      return { entity: `studio ${studio.id}`, changed: { offersAdded: added, offersChanged: changed } };
    },
  }),
];
