import { defineStaffAction } from '../../studios/staff/staff-action.js';
import { importOffers, OfferImport } from './import-offers.js';

export const OFFER_ACTIONS = [
  defineStaffAction({
    name: 'offer.import',
    summary: 'Adds membership offers, or replaces those with the same id.',
    input: OfferImport,
    run: async ({ tx, studio, input: { offers } }) => {
      const { added, changed } = await importOffers(tx, studio, offers);
      return { entity: `studio ${studio.id}`, changed: { offersAdded: added, offersChanged: changed } };
    },
  }),
];
