import { sql } from 'drizzle-orm';
import type { Clock } from './context.js';
import type { Database } from './database/database.js';
import { repeat } from './jobs/repeat.js';

/** Milliseconds between two readings of the database's clock; a process's own clock drifts by less than 1 ms in this time. */
const PAUSE_MS = 5_000;

/** The database's time as read at a moment of this process's monotonic clock. */
export interface Reading {
  /** Milliseconds from the monotonic clock to the database's time, give or take `error`. */
  readonly ahead: number;
  /** Half of the time that the query took, in milliseconds. */
  readonly error: number;
}

/**
 * Returns the reading to use from now on. Network delays must not move the clock to and fro, so the current reading
 * stays for as long as the new one cannot disprove it.
 */
export function betterReading(current: Reading, latest: Reading): Reading {
  const isPossible = Math.abs(latest.ahead - current.ahead) <= latest.error + current.error;
  return isPossible && latest.error >= current.error ? current : latest;
}

/**
 * Starts a clock that shows the database's time, so that all processes agree on it, however wrong their machines'
 * clocks are. Between two readings it follows the monotonic clock of this process.
 *
 * @param ahead returns the milliseconds by which a sandbox or a test runs ahead of the database.
 * @returns the clock, and a function that stops its readings.
 */
export async function startDatabaseClock(
  db: Database,
  onFault: (fault: unknown) => void,
  ahead: () => number = () => 0,
): Promise<{ readonly clock: Clock; readonly stop: () => Promise<void> }> {
  let current = await read(db);
  const stop = repeat(
    async () => {
      current = betterReading(current, await read(db));
    },
    PAUSE_MS,
    onFault,
  );
  const now = () => new Date(performance.now() + current.ahead + ahead());
  const outside = () => new Date(performance.now() + current.ahead);
  return { clock: { now, outside }, stop };
}

async function read(db: Database): Promise<Reading> {
  const asked = performance.now();
  const { rows } = (await db.execute(sql`select extract(epoch from clock_timestamp()) * 1000 as now`)) as {
    rows: { now: string }[];
  };
  const answered = performance.now();
  const [row] = rows;
  return { ahead: Number(row?.now) - (asked + answered) / 2, error: (answered - asked) / 2 };
}
