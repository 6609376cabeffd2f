import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { TestRunner } from 'vitest';
import type { Database } from '../../src/core/database/database.js';

const PAUSE_MS = 25;

/**
 * Waits until a condition holds. If it never does, the wait ends with its test, whose time limit is meant for hangs.
 */
export async function until(isSo: () => unknown): Promise<void> {
  const signal = TestRunner.getCurrentTest()?.context.signal;
  while (!(await isSo())) await wait(PAUSE_MS, undefined, { signal });
}

/**
 * Sends requests while a transaction holds rows that they need, and commits the transaction's changes once all of them
 * wait for it. Each request has therefore read the state before the changes.
 */
export async function whileHeld<T>(
  db: Database,
  hold: (tx: Database) => Promise<unknown>,
  requests: readonly (() => Promise<T>)[],
  change: (tx: Database) => Promise<unknown> = async () => {},
): Promise<T[]> {
  const sent = await db.transaction(async (tx) => {
    await hold(tx);
    let isAnswered = false;
    const onAnswer = () => void (isAnswered = true);
    const answers = requests.map((request) => request());
    for (const answer of answers) answer.then(onAnswer, onAnswer);
    await until(async () => isAnswered || (await waitingFor(tx)) >= requests.length);
    await change(tx);
    return answers;
  });
  return Promise.all(sent);
}

/** Counts the transactions that wait for this one, directly or through others. */
async function waitingFor(tx: Database): Promise<number> {
  const { rows } = (await tx.execute(sql`
    with recursive behind(pid) as (
      select pg_backend_pid()
      union
      select waiting.pid from (select distinct pid from pg_locks where not granted) waiting, behind
      where behind.pid = any(pg_blocking_pids(waiting.pid))
    )
    select count(*)::int - 1 as number from behind`)) as { rows: { number: number }[] };
  return rows[0]?.number ?? 0;
}
