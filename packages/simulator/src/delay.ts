import { setTimeout as wait } from 'node:timers/promises';

/** Range for the delay of the bank's responses, in milliseconds. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns a function that waits as long as a bank takes to respond, within the range. The wait ends immediately when
 * the signal aborts.
 */
export function bankDelay(range: DelayRange, signal: AbortSignal): () => Promise<void> {
  return async () => {
    const milliseconds = Math.round(range.from + Math.random() * (range.to - range.from));
    if (milliseconds === 0) return;
    await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
}
