import { setTimeout as wait } from 'node:timers/promises';

/** Delay of the bank's answers: milliseconds from-to. */
export interface DelayRange {
  readonly from: number;
  readonly to: number;
}

/** @throws Error naming the value when it is neither `200` nor `200-1500` */
export function parseDelay(text: string): DelayRange {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text.trim());
  const from = Number(match?.[1]);
  const to = Number(match?.[2] ?? match?.[1]);
  if (match === null || to < from) {
    throw new Error(`SIMULATOR_DELAY_MS is "${text}"; it must be milliseconds like 0, 300 or 200-1500.`);
  }
  return { from, to };
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
