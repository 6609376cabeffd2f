import { expect, test } from 'vitest';
import { TestClock } from '../../../test/support/clock.js';
import { testDatabase } from '../../../test/support/database.js';
import { forgetCounts } from '../http/rate-limit.js';
import { rateLimits } from '../http/rate-limit.tables.js';

test('of the counts of requests, those go that ended an hour ago', async () => {
  const database = await testDatabase();
  const { db } = database;
  const clock = new TestClock();
  const now = clock.now().getTime();
  const minute = 60_000;
  await db.insert(rateLimits).values([
    { key: 'long ago', points: 1, expire: now - 120 * minute },
    { key: 'lately', points: 1, expire: now - minute },
    { key: 'running', points: 1, expire: now + 10 * minute },
  ]);
  await forgetCounts({ db, clock });
  const left = await db.select({ key: rateLimits.key }).from(rateLimits).orderBy(rateLimits.key);
  await database.close();
  expect(left.map(({ key }) => key)).toEqual(['lately', 'running']);
});
