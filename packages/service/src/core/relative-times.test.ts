import { expect, test } from 'vitest';
import { timeOf } from './relative-times.js';

/** A Saturday evening in UTC, and Sunday in Berlin. */
const NOW = new Date('2026-01-31T23:30:00Z');

test.each([
  ['today', '2026-02-01'],
  ['today - 1 day', '2026-01-31'],
  ['today + 1 month - 1 day', '2026-02-28'],
  ['first of this month + 2 months', '2026-04-01'],
  ['next Monday', '2026-02-02'],
  ['next Monday + 8 days', '2026-02-10'],
  ['now - 90 minutes', new Date('2026-01-31T22:00:00Z')],
  // The clocks go forward on 29 March.
  ['next Monday + 8 weeks at 10:00', new Date('2026-03-30T08:00:00Z')],
  ['today at 10:00', new Date('2026-02-01T09:00:00Z')],
  ['tomorrow', 'tomorrow'],
  ['today + 1 year', 'today + 1 year'],
  ['Open from today', 'Open from today'],
])('%s', (text, expected) => {
  expect(timeOf(text, NOW)).toEqual(expected);
});

test('the end of a month stays in the month', () => {
  expect(timeOf('today + 1 month', new Date('2026-01-31T10:00:00Z'))).toBe('2026-02-28');
  // Each step starts where the last one ended.
  expect(timeOf('today - 3 months + 12 months', new Date('2027-05-30T10:00:00Z'))).toBe('2028-02-28');
});
