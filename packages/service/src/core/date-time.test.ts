import { describe, expect, test } from 'vitest';
import { formatDateTime, formatUtcDateTime, formatZonedDateTime, parseDateTime } from './date-time.js';

describe('a date-time that is sent', () => {
  const SENT = [
    ['in UTC', '2026-11-23T09:00:00Z', '2026-11-23T09:00:00.000Z'],
    ['with an offset', '2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00.000Z'],
    ['with a negative offset', '2026-11-23T04:30:00-05:30', '2026-11-23T10:00:00.000Z'],
    ['with an offset without a colon', '2026-11-23T10:00:00+0100', '2026-11-23T09:00:00.000Z'],
    ['with an offset of hours', '2026-11-23T04:00:00.5-05', '2026-11-23T09:00:00.500Z'],
    ['with a short offset and zone', '2026-11-23T10:00:00+0100[Europe/Berlin]', '2026-11-23T09:00:00.000Z'],
    ['with offset and zone', '2022-06-22T08:00:00.000+02:00[Europe/Berlin]', '2022-06-22T06:00:00.000Z'],
    ['with Z and zone', '2026-11-23T09:00:00Z[UTC]', '2026-11-23T09:00:00.000Z'],
    [
      'with an offset that is not the zone’s',
      '2026-11-23T10:00:00+03:00[Europe/Berlin]',
      '2026-11-23T07:00:00.000Z',
    ],
    ['without zone, in winter', '2026-11-23T10:00:00', '2026-11-23T09:00:00.000Z'],
    ['without zone, in summer', '2026-07-01T10:00:00', '2026-07-01T08:00:00.000Z'],
    ['without seconds', '2026-11-23T10:00', '2026-11-23T09:00:00.000Z'],
    ['with milliseconds', '2026-11-23T09:00:00.250Z', '2026-11-23T09:00:00.250Z'],
    ['with nanoseconds', '2026-11-23T09:00:00.123456789Z', '2026-11-23T09:00:00.123Z'],
    ['in the hour that does not exist', '2026-03-29T02:30:00', '2026-03-29T01:30:00.000Z'],
    ['in the hour that comes twice', '2026-10-25T02:30:00', '2026-10-25T00:30:00.000Z'],
    ['in that hour, the second time', '2026-10-25T02:30:00+01:00[Europe/Berlin]', '2026-10-25T01:30:00.000Z'],
  ] as const;

  test('is read in every form', () => {
    const found = SENT.map(([what, given]) => [what, given, parseDateTime(given)?.toISOString()]);
    expect(found).toEqual(SENT);
  });

  const NONE = [
    '', '2026-11-23', '10:00:00', '2026-11-23 10:00:00', '2026-02-30T10:00:00Z', '2026-11-23T25:00:00Z',
    '2026-11-23T10:00:00+25:00', '2026-11-23T10:00:00+2500', '2026-11-23T10:00:00+1',
    '2026-11-23T10:00:00+010', '2026-11-23T10:00:00+01:00[Europe/Nowhere]', '2026-11-23T10:00:00[',
    '2026-11-23T10:00:00.Z', 'tomorrow', '+275760-09-13T00:00:00Z',
  ]; // prettier-ignore

  test('is refused where it is none', () => {
    expect(NONE.filter((given) => parseDateTime(given) !== null)).toEqual([]);
  });

  test('a zone of the studio instead of the usual one', () => {
    expect(parseDateTime('2026-11-23T10:00:00', 'Australia/Sydney')?.toISOString()).toBe(
      '2026-11-22T23:00:00.000Z',
    );
  });
});

test('a date-time that is answered has neither fractions nor the name of the zone, unless it is asked for', () => {
  const instant = new Date('2026-11-23T09:00:00.987Z');
  expect(formatDateTime(instant, 'Europe/Berlin')).toBe('2026-11-23T10:00:00+01:00');
  expect(formatDateTime(instant, 'UTC')).toBe('2026-11-23T09:00:00+00:00');
  expect(formatZonedDateTime(instant, 'Europe/Berlin')).toBe('2026-11-23T10:00:00+01:00[Europe/Berlin]');
  expect(formatUtcDateTime(instant)).toBe('2026-11-23T09:00:00Z');
});
