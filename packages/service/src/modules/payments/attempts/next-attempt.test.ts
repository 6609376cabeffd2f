import { describe, expect, test } from 'vitest';
import { nextAttemptAt } from './attempt-limits.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('the wait after so many failures', () => {
  const rule = { free: 2, firstWaitSeconds: 10, longestWaitSeconds: 60 };
  test.each([[0, null], [1, null], [2, null], [3, 10], [4, 20], [5, 40], [6, 60], [50, 60]])('%s: %s s', (failures, seconds) => {
    const last = new Date('2026-11-20T10:00:00Z');
    const times = Array.from({ length: failures }, (_, index) => new Date(last.getTime() - index * MINUTE));
    const expected = seconds === null ? null : new Date(last.getTime() + seconds * SECOND);
    expect(nextAttemptAt(times, rule)).toEqual(expected);
  }); // prettier-ignore
});
