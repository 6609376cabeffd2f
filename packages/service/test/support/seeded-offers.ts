import { studioFiles } from '../../src/admin/seed/studio-files.js';
import type { Offer } from '../../src/modules/memberships/offers/offer.js';

/** Offers of the demo, by studio. */
export const SEEDED_OFFERS: readonly { readonly studioId: number; readonly offers: readonly Offer[] }[] =
  studioFiles(new Date()).map(({ studio, offers }) => ({ studioId: studio.id, offers }));

/** Offers of the first studio, which include every kind of fee. */
export const NORTHSIDE_BERLIN = SEEDED_OFFERS[0]?.offers ?? [];
