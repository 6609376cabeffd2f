import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testDatabase } from '../../../test/support/database.js';
import type { Context } from '../context.js';
import type { OpenDatabase } from '../database/database.js';
import { type Job, startJobs } from './jobs.js';
import { jobLeases } from './jobs.tables.js';
import type { Queue } from './queue.js';

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
            resolve(1);
          });
        }),
    };
    const log = { error: (fault: unknown) => expect.fail(JSON.stringify(fault)) };
    const app = { jobs: [job], queues: [], log } as unknown as Parameters<typeof startJobs>[0];
    return startJobs(app, { db } as Context, { pauseMs: 5, metrics: undefined });
  };
  const processes = new Map([
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
  await processes.get(holder)?.stop();
  expect(hasStopped).toBe(true);
  await vi.waitFor(() => expect(runs).toEqual([holder, other]), 30_000);
  await processes.get(other)?.stop();
  expect(runs).toHaveLength(2);
});

test('jobs that are due once time has passed are run, and what they have finished is counted', async () => {
  const { db } = database;
  const due = ['one', 'two', 'later'];
  const queue: Queue<string> = {
    name: 'QUEUE',
    slots: 1,
    due: () => sql`select 1`,
    take: async (_, limit) => (due.length === 0 ? null : due.splice(0, limit)),
    work: async (_, item) => (item === 'later' ? 0 : 1),
  };
  const counts = [2, 0];
  const DAY = 24 * 3600_000;
  const job: Job = { name: 'DAILY', pauseMs: DAY, work: async () => counts.shift() ?? expect.fail() };
  const log = { error: (fault: unknown) => expect.fail(JSON.stringify(fault)) };
  const app = { jobs: [job], queues: [queue], log } as unknown as Parameters<typeof startJobs>[0];
  const jobs = startJobs(app, { db } as Context, { pauseMs: undefined, metrics: undefined });
  expect(await jobs.runDue(0)).toEqual({ DAILY: 2, QUEUE: 2 });
  expect(await jobs.runDue(DAY - 60_000)).toEqual({});
  expect(counts).toEqual([0]);
  expect(await jobs.runDue(60_000)).toEqual({});
  expect(counts).toEqual([]);
  await jobs.stop();
});
