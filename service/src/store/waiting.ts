import type pg from 'pg';

/**
 * Measures how long requests wait for a connection of a pool.
 *
 * @param now milliseconds of a clock that only goes forward
 * @returns the milliseconds that the one at the front of the queue has waited by now; 0 when nobody waits.
 */
export function measureWaiting(
  pool: Pick<pg.Pool, 'connect'>,
  now: () => number = () => performance.now(),
): () => number {
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
    return first === undefined ? 0 : now() - first;
  };
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
