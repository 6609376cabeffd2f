import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import type { OpenDatabase } from '../database/database.js';
import { jobLeases } from './jobs.tables.js';
import { Leases } from './leases.js';

let database: OpenDatabase;
let first: Leases;
let second: Leases;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(jobLeases);
  [first, second] = [new Leases(database.db), new Leases(database.db)];
  await first.add(['CREDIT', 'VISITS']);
});

/** Ends a lease, as time does after the process that holds it has died. */
const outlive = (job: string) =>
  database.db
    .update(jobLeases)
    .set({ heldUntil: sql`now() - interval '1 second'` })
    .where(eq(jobLeases.job, job));

test('one process at a time has the lease of a job', async () => {
  expect(await first.take(['CREDIT'])).toEqual(['CREDIT']);
  expect((await second.take(['CREDIT', 'VISITS'])).sort()).toEqual(['VISITS']);
  expect(await first.take(['CREDIT', 'VISITS'])).toEqual([]);
});

test('a job is due again after its pause, and adding it again changes nothing', async () => {
  await first.take(['CREDIT']);
  await first.giveBack('CREDIT', 60_000);
  await second.add(['CREDIT']);
  expect(await second.take(['CREDIT'])).toEqual([]);
  await database.db.update(jobLeases).set({ nextRunAt: sql`now()` });
  expect(await second.take(['CREDIT'])).toEqual(['CREDIT']);
});

test('a job that was stopped is due at once', async () => {
  await first.take(['CREDIT']);
  await first.giveBack('CREDIT', 0);
  expect(await second.take(['CREDIT'])).toEqual(['CREDIT']);
});

test('the lease of a dead process ends, and one that comes back notices', async () => {
  await first.take(['CREDIT']);
  expect(await first.extend('CREDIT')).toBe(true);
  await outlive('CREDIT');
  expect(await second.take(['CREDIT'])).toEqual(['CREDIT']);
  expect(await first.extend('CREDIT')).toBe(false);
  await first.giveBack('CREDIT', 0);
  expect(await first.take(['CREDIT'])).toEqual([]);
  expect(await second.extend('CREDIT')).toBe(true);
});

test('an extended lease does not end', async () => {
  await first.take(['CREDIT']);
  await outlive('CREDIT');
  expect(await first.extend('CREDIT')).toBe(true);
  expect(await second.take(['CREDIT'])).toEqual([]);
});
