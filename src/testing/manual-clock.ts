import type { Clock } from '../core/clock.js';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock whose time passes only when a test advances it. */
export class ManualClock implements Clock {
  #now: number;
  #sleepers: readonly Sleeper[] = [];

  constructor(now = Date.parse('2026-01-01T12:00:00Z')) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const sleeper: Sleeper = { until: this.#now + milliseconds, wake: resolve };
      this.#sleepers = [...this.#sleepers, sleeper];
      signal.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other.wake !== resolve);
        reject(signal.reason as Error);
      });
    });
  }

  /** Sets the clock without letting time pass, so nothing wakes. */
  jump(milliseconds: number): void {
    this.#now += milliseconds;
    this.#sleepers = this.#sleepers.map((sleeper) => ({ ...sleeper, until: sleeper.until + milliseconds }));
  }

  /** Lets time pass. It wakes sleepers in the order of their times, and runs everything that they start. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await settle();
    for (;;) {
      const next = this.#sleepers.filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
      if (!next) break;
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper !== next);
      this.#now = Math.max(this.#now, next.until);
      next.wake();
      await settle();
    }
    this.#now = end;
  }
}

/** Lets everything run that is already due. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
