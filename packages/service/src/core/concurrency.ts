import { isDeepStrictEqual } from 'node:util';
import { ApiError } from './errors/api-error.js';

/** Runs the work for each item in order, at most `atOnce` at the same time; `work` must not throw. */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const workOff = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
}

/**
 * Returns the result of a promise unless it takes too long; the work behind it continues.
 *
 * @throws Error when there is no result within the given milliseconds.
 */
export async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends several parts concurrently. A part that fails does not keep the others from ending.
 *
 * @throws the fault of the first part that failed, once all have ended.
 */
export async function endAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  await allSettled(ends.map(async (end) => end()));
}

/** Waits for all promises. @throws the fault of the first that failed, once all have ended. */
export async function allSettled(promises: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(promises);
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/**
 * Compares an entity as a request read it before waiting for its lock with the entity as read under the lock. A caller
 * requests a change to the state that it has seen (specification, Errors, 409).
 *
 * @throws ApiError 409 when another request has changed the entity meanwhile; this request then changes nothing.
 */
export function requireUnchanged(seen: unknown, found: unknown, reference: string): void {
  if (isDeepStrictEqual(seen, found)) return;
  throw new ApiError('errormessage.concurrent.modification', reference);
}
