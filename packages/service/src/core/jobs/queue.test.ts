import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { Context } from '../context.js';
import { type Queue, QueueWorker } from './queue.js';

/** Makes a worker on a queue in memory with two slots, whose items end when the test says so. */
function startWorker(...due: string[]) {
  const begun: string[] = [];
  const ends = new Map<string, (fault?: Error) => void>();
  const queue: Queue<string> = {
    name: 'TEST',
    slots: 2,
    due: () => sql`select 1`,
    take: async (_, limit) => (due.length === 0 ? null : due.splice(0, limit)),
    work: (_, item) =>
      new Promise((resolve, reject) => {
        begun.push(item);
        ends.set(item, (fault) => (fault ? reject(fault) : resolve(1)));
      }),
  };
  const faults: unknown[] = [];
  const stopping = new AbortController();
  const onFault = (fault: unknown) => void faults.push(fault);
  const worker = new QueueWorker({} as Context, queue, { onFault, signal: stopping.signal });
  worker.wake();
  const hasBegun = (...items: string[]) => vi.waitFor(() => expect(begun).toEqual(items), { interval: 1 });
  return { worker, due, ends, faults, stopping, hasBegun };
}

test('takes as many items as it has slots, and the next as soon as one has ended', async () => {
  const { worker, ends, hasBegun } = startWorker('a', 'b', 'c', 'd');
  await hasBegun('a', 'b');
  ends.get('b')?.();
  await hasBegun('a', 'b', 'c');
  ends.get('c')?.();
  await hasBegun('a', 'b', 'c', 'd');
  ends.get('a')?.();
  ends.get('d')?.();
  await worker.rest();
});

test('an item that hangs keeps no later one waiting', async () => {
  const { worker, due, ends, hasBegun } = startWorker('hangs');
  await hasBegun('hangs');
  due.push('later');
  worker.wake();
  await hasBegun('hangs', 'later');
  ends.get('later')?.();
  ends.get('hangs')?.();
  await worker.rest();
});

test('what an item makes due by ending is taken at once', async () => {
  const { worker, due, ends, hasBegun } = startWorker('first');
  await hasBegun('first');
  due.push('second');
  ends.get('first')?.();
  await hasBegun('first', 'second');
  ends.get('second')?.();
  await worker.rest();
});

test('an item that fails is reported, and the others continue', async () => {
  const { worker, ends, faults, hasBegun } = startWorker('a', 'b', 'c');
  await hasBegun('a', 'b');
  ends.get('a')?.(new Error('canary'));
  await hasBegun('a', 'b', 'c');
  ends.get('b')?.();
  ends.get('c')?.();
  await worker.rest();
  expect(faults).toEqual([new Error('canary')]);
});

test('once stopped, it ends what it has begun and takes nothing more', async () => {
  const { worker, ends, stopping, due, hasBegun } = startWorker('a', 'b', 'c');
  await hasBegun('a', 'b');
  stopping.abort();
  ends.get('a')?.();
  ends.get('b')?.();
  await worker.rest();
  expect(due).toEqual(['c']);
});
