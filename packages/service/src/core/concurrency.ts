import { isDeepStrictEqual } from 'node:util';
import { ApiError } from './errors/api-error.js';

/** Does something with each item, a few at a time, in their order; `work` does not throw. */
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
 * The result of a promise, unless it takes too long; the work behind it continues.
 *
 * @throws Error when there is nothing after so many milliseconds.
 */
export async function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Ends parts beside each other. One that fails keeps no other from its end.
 *
 * @throws the fault of the first part that failed, once all have ended.
 */
export async function endAll(ends: readonly (() => Promise<void>)[]): Promise<void> {
  const ended = await Promise.allSettled(ends.map(async (end) => end()));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/**
 * Compares what a request read of an entity before it waited for the entity's lock with what it reads under the lock. A caller
 * asks for a change to the state that it has seen (specification, Errors, 409).
 *
 * @throws ApiError 409 when another request has changed it meanwhile; nothing of this one is kept.
 */
export function requireUnchanged(seen: unknown, found: unknown, reference: string): void {
  if (isDeepStrictEqual(seen, found)) return;
  throw new ApiError('errormessage.concurrent.modification', reference);
}
