import { sql, type SQL } from 'drizzle-orm';
import type { Context } from '../context.js';
import { inJobSpan } from '../trace.js';

/** Work of one kind that waits in the database, where every process finds it. */
export interface Queue<Item = unknown> {
  readonly name: string;
  /** Maximum number of items that a process works on at the same time. */
  readonly slots: number;
  /** Builds a query that finds a row if work is due. */
  due(context: Context): SQL;
  /**
   * Takes due items. No other process takes the same work meanwhile.
   *
   * @param limit maximum number of items
   * @returns null if none is due; fewer than are due, or none, if other processes take them at the same moment.
   */
  take(context: Context, limit: number): Promise<readonly Item[] | null>;
  /**
   * Works on an item. An item that fails is retried, so that the others continue.
   *
   * @returns how many things are finished: 0 if the item must be tried again, more than 1 if it contains several.
   */
  work(context: Context, item: Item, run: ItemRun): Promise<number>;
}

/** How an item is worked on. */
interface ItemRun {
  readonly traceId: string;
  /** Asks the work to end early, when the process ends. */
  readonly signal: AbortSignal | undefined;
}

export interface WorkerOptions {
  /** Receives the fault of each item that could not be finished. */
  readonly onFault: (fault: unknown) => void;
  /** Receives the seconds that each item took. */
  readonly onEnd?: (seconds: number) => void;
  /** Receives the number of things that are finished with an item, if any. */
  readonly onFinished?: (count: number) => void;
  /** Keeps the worker from taking further items. */
  readonly signal?: AbortSignal;
}

/**
 * Works on a queue in this process while work is due. Each item has one of the queue's slots to itself, so an item that
 * takes long delays no other until all slots are taken.
 */
export class QueueWorker<Item = unknown> {
  readonly #active = new Set<Promise<void>>();
  #filling: Promise<void> | null = null;
  /** Whether something may have become due since items were last taken. */
  #isAwake = false;

  constructor(
    private readonly context: Context,
    readonly queue: Queue<Item>,
    private readonly options: WorkerOptions,
  ) {}

  /** Takes items for all free slots, and continues until no more are due. */
  wake(): void {
    this.#isAwake = true;
    this.#filling ??= this.#fillSlots()
      .catch(this.options.onFault)
      .finally(() => {
        this.#filling = null;
        if (this.#isAwake && !this.options.signal?.aborted) this.wake();
      });
  }

  /** Waits until the worker has ended everything that it took. */
  async rest(): Promise<void> {
    while (this.#filling !== null || this.#active.size > 0) {
      await this.#filling;
      await Promise.all(this.#active);
    }
  }

  async #fillSlots(): Promise<void> {
    const { queue, context } = this;
    while (this.#isAwake && !this.options.signal?.aborted) {
      const free = queue.slots - this.#active.size;
      if (free === 0) {
        await Promise.race(this.#active);
        continue;
      }
      this.#isAwake = false;
      const taken = await queue.take(context, free);
      if (taken === null) continue;
      this.#isAwake = true;
      for (const item of taken) {
        const working: Promise<void> = this.#work(item).finally(() => {
          this.#active.delete(working);
          // Its end may make another item due, such as the next event of an entity.
          this.wake();
        });
        this.#active.add(working);
      }
    }
  }

  async #work(item: Item): Promise<void> {
    const { onFault, onEnd, onFinished, signal } = this.options;
    const begun = performance.now();
    try {
      const count = await inJobSpan(this.queue.name, (traceId) =>
        this.queue.work(this.context, item, { traceId, signal }),
      );
      onFinished?.(count);
    } catch (fault) {
      onFault(fault);
    }
    onEnd?.((performance.now() - begun) / 1000);
  }
}

/** Returns the names of those queues in which work is due, with one query for all of them. */
export async function dueQueues(context: Context, queues: readonly Queue[]): Promise<ReadonlySet<string>> {
  if (queues.length === 0) return new Set();
  const each = queues.map(
    (queue) => sql`select ${queue.name}::text as name where exists (${queue.due(context)})`,
  );
  const { rows } = (await context.db.execute(sql.join(each, sql` union all `))) as {
    rows: { name: string }[];
  };
  return new Set(rows.map(({ name }) => name));
}
