/** Time for which a request may work on something before a batch takes it up; longer than any provider call. */
const UNTOUCHED_MS = 60_000;

/**
 * Runs batches of work until it is stopped: one at once, which finishes what a crash left, then one after each
 * pause. Never two at a time.
 *
 * @param work gets the milliseconds that something must have been left alone to be taken up, and the signal to stop.
 * @returns stops it, and waits for the batch that is running.
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
