import type { Books } from '../support/reconciliation/books.js';
import { unfinished } from '../support/reconciliation/ends.js';
import { HANG_MS, PatientClient } from './patient-client.js';
import { Random } from './random.js';
import type { Stage } from './story.js';

/** Milliseconds of the services' clock: as far apart as the tries for an event. */
const STEP_OF_TIME_MS = 11 * 60_000;
/** What is not final after that much time for the jobs is stuck, however long this machine takes for it. */
const MOST_TIME_MS = 60 * STEP_OF_TIME_MS;
/** Longer than a session lives. */
const LEAST_TIME_MS = 33 * 60_000;

/**
 * Gives the jobs the time they need, in steps of the services' clock. When nothing is left to do, the tabs that were
 * forgotten are found again, and the jobs get their time once more.
 *
 * @param read gives the books as they stand at a time.
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
    const most = advanced + MOST_TIME_MS;
    for (;;) {
      if (fleet.fault !== null) throw fleet.fault as Error;
      await fleet.advance(STEP_OF_TIME_MS);
      advanced += STEP_OF_TIME_MS;
      const books = await read(new Date(Date.now() + advanced));
      const left = [...unfinished(books)].length;
      say(`${left} things are left to the jobs`);
      if ((left === 0 && advanced >= LEAST_TIME_MS) || advanced >= most) return books;
    }
  };
  await untilNothingIsLeft();
  say(`${forgotten.length} tabs that were left open are found again`);
  const way = Random.of(seed, 'forgotten');
  const client = new PatientClient(fleet, way, repeats, () => {}, Date.now() + HANG_MS);
  for (const act of forgotten) await act(client);
  return untilNothingIsLeft();
}
