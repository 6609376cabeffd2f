import { Type } from 'typebox';
import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { importOffers } from './import-offers.js';
import { OfferSchema } from './offer-schema.js';

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
