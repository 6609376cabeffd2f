import { setTimeout as wait } from 'node:timers/promises';
import type { Books } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import { RetryingClient } from './retrying-client.js';
import { Random } from '@upc/server-kit/random';
import type { Stage } from './story.js';

/**
 * Milliseconds of real time without any progress. Anything that is not final by then is stuck, however slow the machine
 * is.
 */
const STUCK_MS = 180_000;
const PAUSE_MS = 3_000;
/**
 * Milliseconds by which the services' clock advances per step, as long as the interval between deliveries of an event.
 */
const STEP_OF_TIME_MS = 11 * 60_000;
/** Minimum time to pass on the services' clock, in milliseconds: longer than a session lives. */
const LEAST_TIME_MS = 33 * 60_000;

/**
 * Gives the jobs the time they need, in steps of the services' clock. When nothing is left to do, it reopens the
 * forgotten tabs and gives the jobs their time again.
 *
 * @param read returns the books as of a time.
 * @returns the books in the end.
 */
export async function letJobsFinish(
  stage: Stage,
  read: (now: Date) => Promise<Books>,
  say: (line: string) => void,
): Promise<Books> {
  const { fleet, forgotten, seed, repeats } = stage;
  await fleet.calm();
  let advanced = 0;
  const untilNothingIsLeft = async (): Promise<Books> => {
    let fewest = Infinity;
    let progressed = Date.now();
    for (;;) {
      if (fleet.fault !== null) throw fleet.fault as Error;
      if (fleet.areAllListening) {
        await fleet.advance(STEP_OF_TIME_MS);
        advanced += STEP_OF_TIME_MS;
      }
      await wait(PAUSE_MS);
      const books = await read(fleet.now());
      const left = [...unfinished(books)].length;
      say(`${left} items are left for the jobs`);
      if (left < fewest) {
        fewest = left;
        progressed = Date.now();
      }
      const isStuck = Date.now() > progressed + STUCK_MS;
      if ((left === 0 && advanced >= LEAST_TIME_MS) || isStuck) return books;
    }
  };
  await untilNothingIsLeft();
  say(`${forgotten.length} tabs that were left open continue`);
  const way = Random.of(seed, 'forgotten');
  const client = new RetryingClient(fleet, way, repeats, () => {}, Date.now() + STUCK_MS);
  for (const act of forgotten) await act(client);
  return untilNothingIsLeft();
}
