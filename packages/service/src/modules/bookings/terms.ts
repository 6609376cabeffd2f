import { Temporal } from 'temporal-polyfill';
import type { Term } from '../../core/calendar.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { FieldMode } from '../studios/settings/studio-settings.js';

export const MINUTE_TERM_UNITS = ['MINUTES', 'HOURS', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** A length of time in units down to minutes. */
export interface MinuteTerm {
  readonly value: number;
  readonly unit: (typeof MINUTE_TERM_UNITS)[number];
}

const DURATION_UNITS = {
  MINUTES: 'minutes',
  HOURS: 'hours',
  DAY: 'days',
  WEEK: 'weeks',
  MONTH: 'months',
  YEAR: 'years',
} as const;

/** Returns the instant that lies a term before another, by the clock and calendar of a time zone. */
export function before(instant: Date, { value, unit }: MinuteTerm, timeZone: string): Date {
  return moved(instant, { value: -value, unit }, timeZone);
}

/** Returns the instant that lies a term after another, by the clock and calendar of a time zone. */
export function after(instant: Date, term: MinuteTerm, timeZone: string): Date {
  return moved(instant, term, timeZone);
}

function moved(instant: Date, { value, unit }: MinuteTerm, timeZone: string): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ [DURATION_UNITS[unit]]: value });
  return new Date(there.epochMilliseconds);
}

/** A stretch of time; its end is not part of it. */
export interface Period {
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export function overlaps(a: Period, b: Period): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt;
}

/** When something can be booked and cancelled, as the studio sets it for a class or an appointment. */
export interface BookingTerms {
  /** Time before the start at which booking opens and closes. */
  readonly bookingOpens: MinuteTerm;
  readonly bookingCloses: MinuteTerm;
  readonly cancelCondition: {
    /** Whether a booking can be cancelled after that time too, until the start. */
    readonly cancelationAfterLatestPossible: boolean;
    readonly latestCancelTerm: MinuteTerm;
  };
}

/**
 * Returns the period in which something can be booked. If a confirmation is required, booking closes at the deadline
 * for it at the latest.
 *
 * @param confirmBy null if no confirmation is required.
 */
export function bookingTimes(
  startsAt: Date,
  { bookingOpens, bookingCloses }: BookingTerms,
  confirmBy: Date | null,
  timeZone: string,
): { readonly earliest: Date; readonly latest: Date } {
  const closes = before(startsAt, bookingCloses, timeZone);
  return {
    earliest: before(startsAt, bookingOpens, timeZone),
    latest: confirmBy && confirmBy < closes ? confirmBy : closes,
  };
}

/**
 * Checks that a booking can still be cancelled. Whoever waits for a place can leave the waiting list until the start.
 *
 * @throws ApiError 400 if it is too late.
 */
export function requireCancelable(
  { startsAt, status }: { readonly startsAt: Date; readonly status: string },
  { cancelCondition: { cancelationAfterLatestPossible, latestCancelTerm } }: BookingTerms,
  timeZone: string,
  now: Date,
): void {
  const isUntilStart = cancelationAfterLatestPossible || status === 'WAITING_LIST';
  const until = isUntilStart ? startsAt : before(startsAt, latestCancelTerm, timeZone);
  if (now >= until) throw new ApiError('errormessage.booking.cancelation.too.late', 'bookingId');
}

/** An offer for people who are not members yet to try a class or an appointment. */
export interface TrialOffer {
  readonly name: string;
  /** The minimum time between two bookings by the same person. */
  readonly preventMultipleBookingsTerm: Term;
  /** Maximum number of bookings per person. */
  readonly contingent: number;
  /**
   * Time before its start by which a booking must be confirmed; otherwise it is cancelled automatically. Absent if no
   * confirmation is required.
   */
  readonly confirmationOfBookingTerm?: MinuteTerm;
  /** Whether people without a contract may book. */
  readonly allowBookingForLeads: boolean;
  /** Data that a new person must or may give. */
  readonly leadData: {
    readonly id: number;
    readonly genderMode: FieldMode;
    readonly dateOfBirthMode: FieldMode;
    readonly telephoneMode: FieldMode;
    readonly addressMode: FieldMode;
  };
}
