import type { SandboxClock } from './clock.js';
import { DAY_MS } from './duration.js';

/** Numbers of finished things by the name of their job. */
type Counts = Readonly<Record<string, number>>;

export interface Advance {
  /** Numbers of finished things by the kind of job, such as PAYMENT_RUNS. */
  readonly happened: Counts;
  /** Jobs that still had work at the end, because they never ran out of it. */
  readonly unfinished: readonly string[];
}

/** What follows from something, such as the settlement of a debit, follows within a few of these steps. */
const SHORT_STEP = 3 * 60_000;
const GROWTH = 8;
/** Maximum number of short steps in a row, and of repetitions at the end, while something still happens. */
const MOST_IN_A_ROW = 12;

/**
 * Returns the next step of the clock. Steps are short after something has happened, so that what follows from it
 * happens in time, and grow to a day while nothing does. They are short again before the end, so that nothing is left
 * half done there.
 *
 * @param left milliseconds until the end
 * @param last the previous step; null after something has happened, and at the beginning
 */
export function nextStep(left: number, last: number | null): number {
  const wanted = last === null ? SHORT_STEP : Math.min(DAY_MS, last * GROWTH);
  return Math.min(left, wanted, Math.max(SHORT_STEP, Math.floor(0.75 * left)));
}

/**
 * Moves a clock forward in steps. After each step, everything that has become due happens.
 *
 * @param runJobs runs the jobs that are due after some milliseconds.
 * @param signal ends it after the current step.
 */
export async function advance(
  clock: SandboxClock,
  runJobs: (passedMs: number) => Promise<Counts>,
  milliseconds: number,
  signal: AbortSignal,
): Promise<Advance> {
  const happened = new Map<string, number>();
  /** Runs the jobs, and returns the kinds of those that have done something. */
  const run = async (passedMs: number): Promise<readonly string[]> => {
    const counts = Object.entries(await runJobs(passedMs)).map(
      ([name, count]) => [kindOf(name), count] as const,
    );
    for (const [kind, count] of counts) happened.set(kind, (happened.get(kind) ?? 0) + count);
    return counts.map(([kind]) => kind);
  };
  let left = milliseconds;
  let last: number | null = null;
  let busy: readonly string[] = [];
  for (let inARow = 0; left > 0 && !signal.aborted;) {
    const step = nextStep(left, last);
    await clock.move(step);
    left -= step;
    busy = await run(step);
    inARow = busy.length > 0 ? inARow + 1 : 0;
    last = inARow > 0 && inARow <= MOST_IN_A_ROW ? null : step;
  }
  for (let count = 0; count < MOST_IN_A_ROW && busy.length > 0 && !signal.aborted; count += 1)
    busy = await run(0);
  return { happened: Object.fromEntries([...happened].sort()), unfinished: [...new Set(busy)].sort() };
}

/** Returns the kind of a job. The name of a queue ends with the provider that it calls. */
function kindOf(name: string): string {
  return name.split(' ')[0] ?? name;
}
