import type { Clock } from '../../src/core/context.js';

/** A clock that stands still until it is moved. */
export class TestClock implements Clock {
  constructor(private time = new Date('2026-11-20T10:00:00.000Z').getTime()) {}

  now(): Date {
    return new Date(this.time);
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
  }
}
