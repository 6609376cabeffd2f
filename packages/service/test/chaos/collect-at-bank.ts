import { setTimeout as wait } from 'node:timers/promises';
import { debitsAgainstAccounts, debitsUnderWay } from '../support/reconciliation/bank.js';
import type { Books } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import type { BankClerk } from './bank-clerk.js';
import { Random } from '@upc/server-kit/random';
import { runStory } from './run-stories.js';
import type { Stage } from './story.js';

const DAY_MS = 24 * 3_600_000;
/** Milliseconds between two rounds of the clerk while stories run. */
const PAUSE_MS = 2_500;
/** Milliseconds of each day for the jobs, which announce debits and reverse payments. */
const JOBS_MS = 1_500;
/** Milliseconds after which the jobs must have reversed everything that was taken back. */
const STUCK_MS = 120_000;
/** Days in which things go wrong at the banks, and members join and are charged. */
const UNRELIABLE_DAYS = 14;
/** Most days until the banks have reported what becomes of the last debit. */
const MOST_DAYS = 35;
/** Weeks after that in which banks may still take debits back and report it. */
const WEEKS_OF_RETURNS = 3;

/** Lets the clerks work beside the stories. @returns a function that waits until they are done. */
export function collectMeanwhile(clerks: readonly BankClerk[]): () => Promise<void> {
  const stopping = new AbortController();
  const work = async (clerk: BankClerk): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clerk.work();
      await wait(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const working = Promise.all(clerks.map(work));
  // A fault is reported when the stories are over.
  working.catch(() => {});
  return async () => {
    stopping.abort();
    await working;
  };
}

/**
 * Lets the clerks work day by day until no debit is under way, then week by week while returns can come.
 *
 * @param stories number of stories before
 * @param read returns the books.
 * @returns the books in the end.
 */
export async function collectDayByDay(
  stage: Stage,
  clerks: readonly BankClerk[],
  stories: number,
  read: () => Promise<Books>,
  say: (line: string) => void,
): Promise<Books> {
  const { fleet } = stage;
  let left = Infinity;
  for (let day = 1; day <= UNRELIABLE_DAYS || (left > 0 && day <= MOST_DAYS); day += 1) {
    const isReliable = day > UNRELIABLE_DAYS;
    await fleet.advance(DAY_MS);
    if (!isReliable) await joinAndCharge(stage, clerks, stories + (day - 1) * clerks.length);
    left = await workOnce(clerks, isReliable, read);
    say(`day ${day} at the banks: ${left} debits are under way`);
  }
  for (let week = 1; week <= WEEKS_OF_RETURNS; week += 1) {
    await fleet.advance(7 * DAY_MS);
    await workOnce(clerks, true, read);
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

/** Lets a member join each studio, and charges the members. */
async function joinAndCharge(stage: Stage, clerks: readonly BankClerk[], stories: number): Promise<void> {
  const random = Random.of(stage.seed, 'joining', stories);
  const joining = clerks.map(({ of: studio, methods }, at) =>
    runStory(stage, 'replaceInstrument', stories + at + 1, { studio, method: random.pick(methods) }),
  );
  await Promise.all(joining);
  await Promise.all(clerks.map((clerk) => clerk.chargeMembers()));
}

/** Gives the jobs their time, then lets the clerks work. @returns the number of debits under way. */
async function workOnce(
  clerks: readonly BankClerk[],
  isReliable: boolean,
  read: () => Promise<Books>,
): Promise<number> {
  await wait(JOBS_MS);
  await Promise.all(clerks.map((clerk) => clerk.work(isReliable)));
  return [...debitsUnderWay(await read())].length;
}
