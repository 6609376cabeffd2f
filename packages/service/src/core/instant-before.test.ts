import { expect, test } from 'vitest';
import { instantBefore } from './calendar.js';

test.each([
  ['2027-04-30T12:30:00.000Z', { months: 14 }, '2026-02-28T12:30:00.000Z'],
  ['2026-03-31T00:00:00.000Z', { months: 1 }, '2026-02-28T00:00:00.000Z'],
  ['2028-02-29T23:59:59.999Z', { months: 120 }, '2018-02-28T23:59:59.999Z'],
  ['2026-11-22T06:00:00.000Z', { months: 36 }, '2023-11-22T06:00:00.000Z'],
  ['2026-03-30T01:00:00.000Z', { days: 30 }, '2026-02-28T01:00:00.000Z'],
])('before %s by %o is %s: never later than the month has days', (now, ago, then) => {
  expect(instantBefore(new Date(now), ago).toISOString()).toBe(then);
});
