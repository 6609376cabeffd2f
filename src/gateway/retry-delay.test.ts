import { describe, expect, it } from 'vitest';
import { isRetryable, retryDelay } from './retry-delay.js';

const now = Date.parse('2026-01-01T12:00:00Z');

describe('retryDelay', () => {
  it('is as long as the server asks, else jitter within a bound that grows', () => {
    const date = 'Thu, 01 Jan 2026 11:00:00 GMT';
    const reset = (from: number): string => String(from / 1_000 + 20);
    const rows: Record<
      string,
      [retry: number, random: number, headers: Record<string, string>, delay: number]
    > = {
      'jitter starts at half a second': [1, 0, {}, 500],
      'the first bound is two seconds': [1, 1, {}, 2_000],
      'the bound grows to eight seconds': [2, 1, {}, 8_000],
      'and no further': [5, 1, {}, 8_000],
      'in seconds': [1, 0, { 'retry-after': '7' }, 7_000],
      'by the date of the server': [1, 0, { 'retry-after': 'Thu, 01 Jan 2026 11:00:09 GMT', date }, 9_000],
      'reset, by the date of the server': [
        1,
        0,
        { 'x-ratelimit-reset': reset(Date.parse(date)), date },
        20_000,
      ],
      'reset, by our own clock without one': [1, 0, { 'x-ratelimit-reset': reset(now) }, 20_000],
      'before reset': [1, 0, { 'retry-after': '3', 'x-ratelimit-reset': reset(now) }, 3_000],
      'never less than a second': [1, 0, { 'retry-after': '0' }, 1_000],
      'never more than a minute': [1, 0, { 'retry-after': '86400' }, 60_000],
      'a header that says nothing is ignored': [1, 0, { 'retry-after': 'soon' }, 500],
    };
    const delays = Object.entries(rows).map(([name, [retry, random, headers]]) => [
      name,
      retryDelay(retry, new Headers(headers), now, random),
    ]);
    expect(delays).toEqual(Object.entries(rows).map(([name, row]) => [name, row[3]]));
  });

  it('waits by jitter when there was no answer', () => {
    expect(retryDelay(1, undefined, now, 0.5)).toBe(1_250);
  });
});

it('a retry is worth it after 408, 429, 502, 503 and 504', () => {
  const statuses = [200, 400, 401, 408, 409, 429, 500, 502, 503, 504];
  expect(statuses.filter(isRetryable)).toEqual([408, 429, 502, 503, 504]);
});
