/** Time for which a request may work on something before a batch takes over; longer than any provider call. */
const UNTOUCHED_MS = 60_000;

/**
 * Runs batches of work until it is stopped: one immediately, which finishes work that a crash interrupted, then one
 * after each pause. Batches never overlap.
 *
 * @param work receives the milliseconds for which an item must not have changed, and the signal to stop.
 * @returns a function that stops the batches and waits for the one that is running.
 */
export function startBatches(
  work: (untouchedFor: number, signal: AbortSignal) => Promise<void>,
  pauseMs: number,
  onFault: (fault: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = (untouchedFor: number) => {
    running = work(untouchedFor, signal)
      .catch(onFault)
      .then(() => {
        if (signal.aborted) return;
        timer = setTimeout(() => run(UNTOUCHED_MS), pauseMs);
        timer.unref();
      });
  };
  run(0);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
