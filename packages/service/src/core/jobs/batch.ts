import { randomUUID } from 'node:crypto';
import { inParallel } from '../concurrency.js';
import type { Context } from '../context.js';
import { forgetRetries, type RetryDelay, takeForRetry } from './retries.js';

/** Maximum number of items that one batch takes; the rest waits for the next batch. */
const BATCH_SIZE = 100;
/** Maximum number of items that wait for the provider at the same time. */
const AT_ONCE = 4;

/** Criteria for the items of a batch. `Provider` is the provider that the work calls; null for none. */
export interface Search<Provider extends string = string> {
  readonly provider: Provider | null;
  /** Time since which an item must not have changed: a request may still be working on items that changed later. */
  readonly before: Date;
  /** Whether items that wait for a retry are found as well. */
  readonly ignoresWaits: boolean;
  readonly limit: number;
}

/** A kind of work that runs in the background, independently of every other kind. */
export interface Queue<Provider extends string = string> {
  readonly name: string;
  /**
   * Providers that the work calls. Each has its own batches, so that an unresponsive provider delays only its own work.
   */
  readonly providers: readonly (Provider | null)[];
  readonly delay?: RetryDelay;
  /** Finds the ids of due items, oldest first. */
  find(context: Context, search: Search<Provider>): Promise<{ id: string }[]>;
  /**
   * Works on an item.
   *
   * @returns whether the item is finished; an unfinished item is tried again.
   */
  work(context: Context, id: string, traceId: string): Promise<boolean>;
}

/** A queue, restricted to one provider. */
export interface ProviderQueue {
  readonly queue: Queue;
  readonly provider: string | null;
}

/** Lists the queues, once for each of their providers. */
export function providerQueues(queues: readonly Queue[]): ProviderQueue[] {
  return queues.flatMap((queue) => queue.providers.map((provider) => ({ queue, provider })));
}

export interface BatchOptions {
  /**
   * Milliseconds for which an item must not have changed, so that requests have time to finish what they began. 0 after
   * a start, when no request can still be working on it; retries are then due immediately too.
   */
  readonly untouchedFor: number;
  /** Receives the fault of each item that could not be finished; the others continue. */
  readonly onFault: (fault: unknown) => void;
  /** Stops the batch after the current items. */
  readonly signal?: AbortSignal;
}

/**
 * Works on the due items of a queue, at most `BATCH_SIZE` of them. Every item keeps its idempotency keys, so a batch
 * may run beside requests and beside the batches of other processes. An unfinished item is retried after a delay that
 * grows.
 */
export async function runBatch(
  context: Context,
  { queue, provider }: ProviderQueue,
  { untouchedFor, onFault, signal }: BatchOptions,
): Promise<void> {
  const traceId = randomUUID();
  const ignoresWaits = untouchedFor === 0;
  const before = new Date(context.clock.now().getTime() - untouchedFor);
  const search = { provider, before, ignoresWaits, limit: BATCH_SIZE };
  const due = await queue.find(context, search);
  await inParallel(due, AT_ONCE, async ({ id }) => {
    if (signal?.aborted) return;
    try {
      const retries = await takeForRetry(context, queue, id, ignoresWaits);
      if (retries === null) return;
      if (await queue.work(context, id, traceId)) await forgetRetries(context, queue.name, id, retries);
    } catch (fault) {
      onFault(fault);
    }
  });
}
