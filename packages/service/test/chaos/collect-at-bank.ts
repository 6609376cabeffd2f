import { setTimeout as wait } from 'node:timers/promises';
import { debitsAgainstAccounts, debitsUnderWay } from '../support/reconciliation/bank.js';
import type { Books } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import type { BankClerk } from './bank-clerk.js';
import type { Stage } from './story.js';

const DAY_MS = 24 * 3_600_000;
/** Milliseconds between two rounds of the clerk while stories run. */
const PAUSE_MS = 2_500;
/** Milliseconds of each day for the jobs, which announce debits and reverse payments. */
const JOBS_MS = 1_500;
/** Milliseconds after which the jobs must have reversed everything that was taken back. */
const STUCK_MS = 120_000;
/** Days in which things go wrong at the bank, and members are charged. */
const UNRELIABLE_DAYS = 14;
/** Days after the last debit on which the bank may still take one back and report it. */
const DAYS_OF_RETURNS = 10;
const MOST_DAYS = 45;

/** Lets the clerk work beside the stories. @returns a function that waits until the clerk is done. */
export function collectMeanwhile(clerk: BankClerk): () => Promise<void> {
  const stopping = new AbortController();
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clerk.work();
      await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const working = work();
  // A fault is reported when the stories are over.
  working.catch(() => {});
  return async () => {
    stopping.abort();
    await working;
  };
}

/**
 * Lets the clerk work day by day, until the bank has reported everything.
 *
 * @param read returns the books.
 * @returns the books in the end.
 */
export async function collectDayByDay(
  { fleet }: Stage,
  clerk: BankClerk,
  read: () => Promise<Books>,
  say: (line: string) => void,
): Promise<Books> {
  let lastDebit = 0;
  for (let day = 1; day <= MOST_DAYS && day <= lastDebit + DAYS_OF_RETURNS; day += 1) {
    await fleet.advance(DAY_MS);
    if (day < UNRELIABLE_DAYS) await clerk.chargeMembers();
    await wait(JOBS_MS);
    await clerk.work(day > UNRELIABLE_DAYS);
    const left = [...debitsUnderWay(await read())].length;
    if (left > 0 || day <= UNRELIABLE_DAYS) lastDebit = day;
    say(`day ${day} at the bank: ${left} debits are under way`);
  }
  const deadline = Date.now() + STUCK_MS;
  for (;;) {
    if (fleet.fault !== null) throw fleet.fault as Error;
    const books = await read();
    const left = [...debitsAgainstAccounts(books), ...unfinished(books)].length;
    if (left === 0 || Date.now() > deadline) return books;
    await wait(JOBS_MS);
  }
}
