import type { Clock } from '../core/clock.js';

/** Time before the end of the session at which the person is warned, in milliseconds (WCAG 2.2.1). */
const warningTime = 120_000;

export interface ExpiryOptions {
  /** End of the session token, in milliseconds since the epoch. */
  readonly end: number;
  /** Returns the gateway's time. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onSoon: () => void;
  readonly onEnd: () => void;
}

/**
 * Calls back two minutes before the end and at the end, unless aborted. It waits for durations, since the clock may be
 * changed meanwhile.
 */
export async function watchExpiry({ end, now, clock, signal, onSoon, onEnd }: ExpiryOptions): Promise<void> {
  try {
    const left = Math.max(0, end - now());
    await clock.sleep(Math.max(0, left - warningTime), signal);
    onSoon();
    await clock.sleep(Math.min(left, warningTime), signal);
    onEnd();
  } catch {
    // The flow was aborted, so no callback is due.
  }
}
