import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../../test/support/database.js';
import { betterReading, startDatabaseClock } from './clock.js';
import type { OpenDatabase } from './database/database.js';

describe('the clock of the database', () => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.close());

  const timeOfDatabase = async () => {
    const { rows } = (await database.db.execute(
      sql`select extract(epoch from clock_timestamp()) * 1000 as now`,
    )) as {
      rows: { now: string }[];
    };
    return Number(rows[0]?.now);
  };

  test('agrees with it, whatever this machine says', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const { clock, stop } = await startDatabaseClock(database.db, () => {});
    const [before, shown, after] = [await timeOfDatabase(), clock.now().getTime(), await timeOfDatabase()];
    vi.useRealTimers();
    await stop();
    // A reading is wrong by half of the time that its query takes at most.
    expect(shown).toBeGreaterThan(before - 1000);
    expect(shown).toBeLessThan(after + 1000);
  });

  test('runs ahead of it by what is set', async () => {
    let ahead = 0;
    const { clock, stop } = await startDatabaseClock(
      database.db,
      () => {},
      () => ahead,
    );
    const now = clock.now().getTime();
    ahead = 31 * 24 * 3600_000;
    expect(clock.now().getTime() - now).toBeGreaterThanOrEqual(ahead);
    await stop();
  });
});

describe('a new reading', () => {
  const current = { ahead: 1000, error: 10 };
  test.each([
    ['that the current one allows changes nothing', { ahead: 1015, error: 10 }, current],
    ['that is more exact replaces it', { ahead: 1004, error: 2 }, { ahead: 1004, error: 2 }],
    ['that disproves it replaces it', { ahead: 1030, error: 15 }, { ahead: 1030, error: 15 }],
    ['that disproves it backwards replaces it', { ahead: 970, error: 15 }, { ahead: 970, error: 15 }],
    ['of a slow query changes nothing', { ahead: 1500, error: 700 }, current],
  ])('%s', (_, latest, expected) => {
    expect(betterReading(current, latest)).toEqual(expected);
  });
});
