import { studioFiles } from '../../src/admin/seed/studio-files.js';
import type { Offer } from '../../src/modules/memberships/offers/offer.js';

/** The offers of the demo, by the studio that has them. */
export const SEEDED_OFFERS: readonly { readonly studioId: number; readonly offers: readonly Offer[] }[] =
  studioFiles(new Date()).map(({ studio, offers }) => ({ studioId: studio.id, offers }));

/** The offers of the first studio, which have every kind of fee. */
export const NORTHSIDE_BERLIN = SEEDED_OFFERS[0]?.offers ?? [];
