import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOffers } from '../../src/modules/memberships/offers/import-offers.js';
import type { Offer } from '../../src/modules/memberships/offers/offer.js';
import { membershipOffers } from '../../src/modules/memberships/offers/offers.tables.js';
import { studios } from '../../src/modules/studios/studios.tables.js';
import { onServer, SERVER } from '../support/database.js';
import { NORTHSIDE_BERLIN } from '../support/seeded-offers.js';

const ROUNDS = 20;

describe('two imports of offers at once on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof onServer>>;
  beforeAll(async () => {
    database = await onServer(SERVER ?? '');
  });
  afterAll(() => database.close());

  /** Imports for two studios at the same moment. @returns which of them were accepted */
  const both = async (offerOf: (studioId: number) => Offer) => {
    const rows = await database.db
      .select()
      .from(studios)
      .where(inArray(studios.id, [1001, 1002]));
    const tries = await Promise.allSettled(
      rows.map((studio) =>
        database.db.transaction((tx) => importOffers(tx, studio, [offerOf(studio.id)])).then(() => studio.id),
      ),
    );
    return tries.flatMap((tried) => (tried.status === 'fulfilled' ? [tried.value] : []));
  };

  const offer = (id: number, termId: number): Offer => {
    const [first] = NORTHSIDE_BERLIN;
    const [term] = first?.terms ?? [];
    if (!first || !term) throw new Error('The seed has no offer.');
    return { ...first, id, terms: [{ ...term, id: termId }] };
  };

  test('of two with the same id, one is refused, and the other keeps its offer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = 80_001 + round;
      const through = await both((studioId) => ({ ...offer(id, 800_001 + round), name: `Of ${studioId}` }));
      const rows = await database.db
        .select()
        .from(membershipOffers)
        .where(inArray(membershipOffers.id, [id]));
      expect(rows.map(({ studioId, definition }) => [studioId, definition.name])).toEqual(
        through.map((studioId) => [studioId, `Of ${studioId}`]),
      );
      expect(through).toHaveLength(1);
    }
  });

  test('of two whose terms have the same id, one is refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const through = await both((studioId) => offer(studioId * 1000 + round, 820_001 + round));
      expect(through).toHaveLength(1);
    }
  });
});
