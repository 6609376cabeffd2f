import { expect, test } from 'vitest';
import { type MinuteTerm, requireCancelable } from './terms.js';

const BERLIN = 'Europe/Berlin';
/** A start on the day on which summer time ends, 10:00 in Berlin. */
const startsAt = new Date('2026-10-25T09:00:00Z');
const DAY = { value: 1, unit: 'DAY' } as const;
const HOURS = { value: 24, unit: 'HOURS' } as const;

/** Returns whether a booking can be cancelled a minute before a time, and at that time. */
const around = (time: string, latestCancelTerm: MinuteTerm, status = 'BOOKED', afterLatest = false) =>
  [-60_000, 0].map((milliseconds) => {
    const terms = {
      bookingOpens: DAY,
      bookingCloses: DAY,
      cancelCondition: { cancelationAfterLatestPossible: afterLatest, latestCancelTerm },
    };
    try {
      requireCancelable({ startsAt, status }, terms, BERLIN, new Date(Date.parse(time) + milliseconds));
      return true;
    } catch {
      return false;
    }
  });

test.each([
  ['until the same time of the day before', '2026-10-24T08:00:00Z', DAY, 'BOOKED', false],
  ['until 24 hours before', '2026-10-24T09:00:00Z', HOURS, 'BOOKED', false],
  ['until the start, if the studio allows it', '2026-10-25T09:00:00Z', DAY, 'BOOKED', true],
  ['until the start, on the waiting list', '2026-10-25T09:00:00Z', DAY, 'WAITING_LIST', false],
] as const)('a booking can be cancelled %s', (_, time, term, status, afterLatest) => {
  expect(around(time, term, status, afterLatest)).toEqual([true, false]);
});
