import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import type { Context } from '../context.js';
import type { OpenDatabase } from '../database/database.js';
import { type Job, startJobs } from './jobs.js';
import { jobLeases } from './jobs.tables.js';

let database: OpenDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('of two processes, one runs a periodic job; when that one ends, the other does', async () => {
  const { db } = database;
  const runs: string[] = [];
  let hasStopped = false;
  const start = (process: string) => {
    const job: Job = {
      name: 'LONG',
      pauseMs: 3600_000,
      work: ({ signal }) =>
        new Promise((resolve) => {
          runs.push(process);
          signal.addEventListener('abort', () => {
            hasStopped = true;
            resolve();
          });
        }),
    };
    const log = { error: (fault: unknown) => expect.fail(JSON.stringify(fault)) };
    const app = { jobs: [job], queues: [], log } as unknown as Parameters<typeof startJobs>[0];
    return startJobs(app, { db } as Context, { pauseMs: 5, metrics: undefined });
  };
  const stops = new Map([
    ['first', start('first')],
    ['second', start('second')],
  ]);
  await vi.waitFor(() => expect(runs).toHaveLength(1), 30_000);
  const [holder = ''] = runs;
  const other = holder === 'first' ? 'second' : 'first';
  expect(
    await db
      .select({ job: jobLeases.job })
      .from(jobLeases)
      .where(sql`held_until > now()`),
  ).toEqual([{ job: 'LONG' }]);
  await stops.get(holder)?.();
  expect(hasStopped).toBe(true);
  await vi.waitFor(() => expect(runs).toEqual([holder, other]), 30_000);
  await stops.get(other)?.();
  expect(runs).toHaveLength(2);
});
