/**
 * Repeats work until it is stopped: once immediately, then after each pause. Two runs never overlap.
 *
 * @param work receives the signal to stop.
 * @returns a function that stops the work and waits for the run in progress.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  pauseMs: number,
  onFault: (fault: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = work(signal)
      .catch(onFault)
      .then(() => {
        if (signal.aborted) return;
        timer = setTimeout(run, pauseMs);
        timer.unref();
      });
  };
  run();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
