import type { Clock } from '../core/clock.js';

/**
 * Waits for a promise, but no longer than the given number of milliseconds.
 *
 * @returns its value, or undefined when it is late.
 * @throws what it rejects with, or the signal's reason when it is aborted.
 */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<Value | undefined> {
  const wait = new AbortController();
  const abort = (): void => wait.abort();
  signal.addEventListener('abort', abort, { once: true });
  const late = clock.sleep(milliseconds, wait.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    wait.abort();
    signal.removeEventListener('abort', abort);
    signal.throwIfAborted();
  }
}
