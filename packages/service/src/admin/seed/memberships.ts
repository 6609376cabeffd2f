import type { Database } from '../../core/database/database.js';
import type { Offer } from '../../modules/memberships/offers/offer.js';
import { membershipOffers, switchConfigs } from '../../modules/memberships/offers/offers.tables.js';
import { vouchers } from '../../modules/memberships/vouchers/vouchers.tables.js';
import { NORTHSIDE_BERLIN } from './offers/northside-berlin.js';
import {
  BAYSIDE_SYDNEY,
  HARBOUR_BRISTOL,
  LAKESHORE_CHICAGO,
  NAVIGLI_MILANO,
  SEEBLICK_ZUERICH,
  TURIA_VALENCIA,
} from './offers/other-studios.js';
import { NORTHSIDE_VOUCHERS } from './vouchers.js';

const OFFERS: readonly { readonly studioId: number; readonly offers: readonly Offer[] }[] = [
  { studioId: 1001, offers: NORTHSIDE_BERLIN },
  { studioId: 1002, offers: SEEBLICK_ZUERICH },
  { studioId: 1003, offers: HARBOUR_BRISTOL },
  { studioId: 1004, offers: LAKESHORE_CHICAGO },
  { studioId: 1005, offers: NAVIGLI_MILANO },
  { studioId: 1006, offers: TURIA_VALENCIA },
  { studioId: 1007, offers: BAYSIDE_SYDNEY },
];

/** The offers, vouchers and membership switches of the demo studios; what is there already stays as it is. */
export async function seedMemberships(tx: Database): Promise<void> {
  const offers = OFFERS.flatMap(({ studioId, offers: ofStudio }) =>
    ofStudio.map((definition) => ({ id: definition.id, studioId, definition })),
  );
  await tx.insert(membershipOffers).values(offers).onConflictDoNothing();
  await tx
    .insert(vouchers)
    .values(NORTHSIDE_VOUCHERS.map((definition) => ({ studioId: 1001, code: definition.code, definition })))
    .onConflictDoNothing();
  await tx
    .insert(switchConfigs)
    .values([
      {
        id: 9001,
        studioId: 1001,
        name: 'To another membership',
        sourceOfferIds: [4001, 4002, 4004],
        targetOfferIds: [4001, 4002, 4003, 4004],
      },
    ])
    .onConflictDoNothing();
}
