import { setTimeout as wait } from 'node:timers/promises';

/** Delay of the bank's answers: milliseconds from-to. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

/** A bank's time to think, within the range; it ends at once when the signal aborts. */
export function bankDelay(range: DelayRange, signal: AbortSignal): () => Promise<void> {
  return async () => {
    const milliseconds = Math.round(range.from + Math.random() * (range.to - range.from));
    if (milliseconds === 0) return;
    await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
}
