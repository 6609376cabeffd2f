import { describe, expect, it } from 'vitest';
import { isRetryable, retryDelay } from './retry-delay.js';

const now = Date.parse('2026-01-01T12:00:00Z');

describe('retryDelay', () => {
  it.each([
    ['jitter starts at half a second', 1, {}, 0, 500],
    ['the first bound is two seconds', 1, {}, 1, 2_000],
    ['the bound grows to eight seconds', 2, {}, 1, 8_000],
    ['and no further', 5, {}, 1, 8_000],
    ['Retry-After in seconds', 1, { 'retry-after': '7' }, 0, 7_000],
    [
      'Retry-After as a date, by the date of the server',
      1,
      { 'retry-after': 'Thu, 01 Jan 2026 11:00:09 GMT', date: 'Thu, 01 Jan 2026 11:00:00 GMT' },
      0,
      9_000,
    ],
    [
      'x-ratelimit-reset, by the date of the server',
      1,
      { 'x-ratelimit-reset': String(now / 1_000 - 3_600 + 20), date: 'Thu, 01 Jan 2026 11:00:00 GMT' },
      0,
      20_000,
    ],
    [
      'x-ratelimit-reset, by our own clock without one',
      1,
      { 'x-ratelimit-reset': String(now / 1_000 + 20) },
      0,
      20_000,
    ],
    [
      'Retry-After before x-ratelimit-reset',
      1,
      { 'retry-after': '3', 'x-ratelimit-reset': String(now / 1_000 + 20) },
      0,
      3_000,
    ],
    ['never less than a second when asked to wait', 1, { 'retry-after': '0' }, 0, 1_000],
    ['never more than a minute', 1, { 'retry-after': '86400' }, 0, 60_000],
    ['a header that says nothing is ignored', 1, { 'retry-after': 'soon' }, 0, 500],
  ])('%s', (_name, retry, headers, random, expected) => {
    expect(retryDelay(retry, new Headers(headers as Record<string, string>), now, random)).toBe(expected);
  });

  it('waits by jitter when there was no answer', () => {
    expect(retryDelay(1, undefined, now, 0.5)).toBe(1_250);
  });
});

it.each([
  [408, true],
  [429, true],
  [502, true],
  [503, true],
  [504, true],
  [400, false],
  [401, false],
  [409, false],
  [500, false],
  [200, false],
])('status %i is worth another try: %s', (status, expected) => {
  expect(isRetryable(status)).toBe(expected);
});
