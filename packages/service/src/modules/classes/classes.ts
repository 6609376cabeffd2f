import { Temporal } from 'temporal-polyfill';
import type { Term } from '../../core/calendar.js';

export const CLASS_TYPES = ['STUDIO', 'STREAM'] as const;
export const MINUTE_TERM_UNITS = ['MINUTES', 'HOURS', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** A length of time in units down to minutes. */
export interface MinuteTerm {
  readonly value: number;
  readonly unit: (typeof MINUTE_TERM_UNITS)[number];
}

/** A class that a studio holds repeatedly. */
export interface ClassDefinition {
  readonly title: string;
  readonly type: (typeof CLASS_TYPES)[number];
  /** Duration in minutes. */
  readonly duration: number;
  readonly category: string;
  readonly description: string;
  /** Whether it can be booked online. */
  readonly bookable: boolean;
  readonly cancelCondition: {
    readonly cancelationAfterLatestPossible: boolean;
    readonly latestCancelTerm: MinuteTerm;
  };
  /** Time before a slot's start at which its booking opens and closes. */
  readonly bookingOpens: MinuteTerm;
  readonly bookingCloses: MinuteTerm;
  readonly location: { readonly id: number; readonly name: string };
}

export const FIELD_MODES = ['INACTIVE', 'OPTIONAL', 'MANDATORY'] as const;
export type FieldMode = (typeof FIELD_MODES)[number];

/** An offer for people who are not members yet to try a class. */
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

/** A session for people who want to get to know a studio (specification, Legacy trial session interface). */
export interface TrialSession {
  readonly name: string;
  readonly description: string;
  readonly minutes: number;
  /** Whether a slot can be booked without a trainer, and then once only. */
  readonly bookingWithoutResourcesAllowed: boolean;
  readonly trainers: readonly { readonly id: number; readonly name: string }[];
  /** Weekly hours of the sessions, which follow one another without a break. */
  readonly weekly: readonly {
    /** 1 is Monday. */
    readonly dayOfWeek: number;
    /** `HH:mm` in the studio's time zone. */
    readonly from: string;
    readonly until: string;
  }[];
}

export interface SessionSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}
