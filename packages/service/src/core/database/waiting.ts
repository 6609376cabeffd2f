import type pg from 'pg';

/** The queue for the database at one moment. */
export interface Waiting {
  readonly count: number;
  /** Milliseconds that the first in the queue has waited; 0 for an empty queue. */
  readonly longestMs: number;
}

export const NOBODY_WAITS: Waiting = { count: 0, longestMs: 0 };

/**
 * Measures how many requests wait for a connection of a pool, and for how long.
 *
 * @param now returns the milliseconds of a monotonic clock
 */
export function measureWaiting(
  pool: Pick<pg.Pool, 'connect'>,
  now: () => number = () => performance.now(),
): () => Waiting {
  const since = new Map<symbol, number>();
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => Promise<pg.PoolClient>;
  // The pool's own queries connect with a callback, transactions with a promise.
  pool.connect = ((callback?: ConnectCallback) => {
    const one = Symbol();
    since.set(one, now());
    if (callback) {
      return connect((...result) => {
        since.delete(one);
        callback(...result);
      });
    }
    return connect().finally(() => since.delete(one));
  }) as pg.Pool['connect'];
  return () => {
    const [first] = since.values();
    return first === undefined ? NOBODY_WAITS : { count: since.size, longestMs: now() - first };
  };
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
