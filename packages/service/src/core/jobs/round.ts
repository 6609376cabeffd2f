import { randomUUID } from 'node:crypto';
import { isLaneHeld } from '../../modules/payments/held-after-restore.js';
import { type Lane, LANE_PROVIDERS, type LaneProvider, LANES } from '../../modules/payments/queues.js';
import { inParallel } from '../concurrency.js';
import type { Context } from '../context.js';
import { forgetTries, takeForTry } from './tries.js';

/** The most that one round of a lane takes up; the rest is for the next one. */
const MOST_PER_ROUND = 100;
/** Number of them that wait for the provider at the same time. */
const AT_ONCE = 4;

/** One lane of work, for one provider. */
export interface LaneRound {
  readonly lane: Lane;
  readonly provider: LaneProvider;
}

export const LANE_ROUNDS: readonly LaneRound[] = LANES.flatMap((lane) =>
  LANE_PROVIDERS.map((provider) => ({ lane, provider })),
);

export interface RoundOptions {
  /**
   * Milliseconds that something must have been left alone: requests are given the time to finish what they began. 0
   * after a start, when nobody can be at it any more: then nothing waits for its next try either.
   */
  readonly untouchedFor: number;
  /** Whether no round has gone through since the start or the last fault; when absent, whether it is the first. */
  readonly isBehind?: boolean;
  /** Told about each thing that could not be finished; the others continue. */
  readonly onFault: (fault: unknown) => void;
  /** Ends the round after what it is at. */
  readonly signal?: AbortSignal;
}

/**
 * One round of what has to be brought to its end, of one kind and at one provider. Everything goes forward with the
 * idempotency keys it has, so that a round may run beside requests and beside the rounds of other services. What could
 * not be finished is tried again, after waits that grow.
 */
export async function runLane(
  context: Context,
  { lane, provider }: LaneRound,
  { untouchedFor, isBehind = untouchedFor === 0, onFault, signal }: RoundOptions,
): Promise<void> {
  if (await isLaneHeld(context.db, lane.name)) return;
  const traceId = randomUUID();
  const ignoresWaits = untouchedFor === 0;
  const before = new Date(context.clock.now().getTime() - untouchedFor);
  const search = { provider, before, ignoresWaits, isBehind, limit: MOST_PER_ROUND };
  const due = await lane.find(context, search);
  await inParallel(due, AT_ONCE, async ({ id }) => {
    if (signal?.aborted) return;
    try {
      if (!(await takeForTry(context, lane.name, id, ignoresWaits))) return;
      if (await lane.work(context, id, traceId)) await forgetTries(context, lane.name, id);
    } catch (fault) {
      onFault(fault);
    }
  });
}

/** One round of every lane. They do not wait for each other: a provider that is silent keeps up its own work alone. */
export async function runRound(
  context: Context,
  untouchedFor: number,
  onFault: (fault: unknown) => void,
): Promise<void> {
  await Promise.all(LANE_ROUNDS.map((round) => runLane(context, round, { untouchedFor, onFault })));
}
