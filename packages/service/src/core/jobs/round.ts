import { randomUUID } from 'node:crypto';
import { inParallel } from '../concurrency.js';
import type { Context } from '../context.js';
import { forgetTries, takeForTry, type Wait } from './tries.js';

/** The most that one round of a lane takes up; the rest is for the next one. */
const MOST_PER_ROUND = 100;
/** Number of them that wait for the provider at the same time. */
const AT_ONCE = 4;

/** What a lane looks for. `Provider` is the name of the provider that its work asks; null: none. */
export interface Search<Provider extends string = string> {
  readonly provider: Provider | null;
  /** Requests are given the time until then to finish what they began. */
  readonly before: Date;
  /** Whether things whose time for another try has not come are found as well. */
  readonly ignoresWaits: boolean;
  readonly limit: number;
}

/** One kind of work that runs by time, apart from every other. */
export interface Lane<Provider extends string = string> {
  readonly name: string;
  /** Each gets rounds of its own, so that one that is silent keeps up its own work alone. */
  readonly providers: readonly (Provider | null)[];
  readonly wait?: Wait;
  /** The ids of what is due, the oldest first. */
  find(context: Context, search: Search<Provider>): Promise<{ id: string }[]>;
  /** @returns whether the item is finished; an unfinished item is tried again. */
  work(context: Context, id: string, traceId: string): Promise<boolean>;
}

/** One lane of work, for one provider. */
export interface LaneRound {
  readonly lane: Lane;
  readonly provider: string | null;
}

/** The rounds of lanes: one for each provider. */
export function roundsOf(lanes: readonly Lane[]): LaneRound[] {
  return lanes.flatMap((lane) => lane.providers.map((provider) => ({ lane, provider })));
}

export interface RoundOptions {
  /**
   * Milliseconds that something must have been left alone: requests are given the time to finish what they began. 0
   * after a start, when nobody can be at it any more: then nothing waits for its next try either.
   */
  readonly untouchedFor: number;
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
  { untouchedFor, onFault, signal }: RoundOptions,
): Promise<void> {
  const traceId = randomUUID();
  const ignoresWaits = untouchedFor === 0;
  const before = new Date(context.clock.now().getTime() - untouchedFor);
  const search = { provider, before, ignoresWaits, limit: MOST_PER_ROUND };
  const due = await lane.find(context, search);
  await inParallel(due, AT_ONCE, async ({ id }) => {
    if (signal?.aborted) return;
    try {
      const tries = await takeForTry(context, lane, id, ignoresWaits);
      if (tries === null) return;
      if (await lane.work(context, id, traceId)) await forgetTries(context, lane.name, id, tries);
    } catch (fault) {
      onFault(fault);
    }
  });
}
