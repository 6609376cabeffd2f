import { Temporal } from 'temporal-polyfill';
import type { Term } from '../../core/calendar.js';

export const CLASS_TYPES = ['STUDIO', 'STREAM'] as const;
export const MINUTE_TERM_UNITS = ['MINUTES', 'HOURS', 'DAY', 'WEEK', 'MONTH', 'YEAR'] as const;

/** A length of time, down to minutes. */
export interface MinuteTerm {
  readonly value: number;
  readonly unit: (typeof MINUTE_TERM_UNITS)[number];
}

/** A class that a studio holds again and again. */
export interface ClassDefinition {
  readonly title: string;
  readonly type: (typeof CLASS_TYPES)[number];
  /** Minutes. */
  readonly duration: number;
  readonly category: string;
  readonly description: string;
  /** Whether it can be booked online. */
  readonly bookable: boolean;
  readonly cancelCondition: {
    readonly cancelationAfterLatestPossible: boolean;
    readonly latestCancelTerm: MinuteTerm;
  };
  /** Earliest and latest time before its start at which a slot can be booked. */
  readonly bookingOpens: MinuteTerm;
  readonly bookingCloses: MinuteTerm;
  readonly location: { readonly id: number; readonly name: string };
}

export const FIELD_MODES = ['INACTIVE', 'OPTIONAL', 'MANDATORY'] as const;
export type FieldMode = (typeof FIELD_MODES)[number];

/** Offer for people who are not members yet, to try something out. */
export interface TrialOffer {
  readonly name: string;
  /** The pause between two bookings of one person. */
  readonly preventMultipleBookingsTerm: Term;
  /** Number of bookings that one person may make. */
  readonly contingent: number;
  /** Time before its start by which a booking must be confirmed, or it is canceled automatically; absent: needs none. */
  readonly confirmationOfBookingTerm?: MinuteTerm;
  /** Whether people without a contract may book. */
  readonly allowBookingForLeads: boolean;
  /** Data that a new person is asked for. */
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

/** The instant so long before another one, by the clocks and calendars of a zone. */
export function before(instant: Date, { value, unit }: MinuteTerm, timeZone: string): Date {
  return moved(instant, { value: -value, unit }, timeZone);
}

/** The instant so long after another one. */
export function after(instant: Date, term: MinuteTerm, timeZone: string): Date {
  return moved(instant, term, timeZone);
}

function moved(instant: Date, { value, unit }: MinuteTerm, timeZone: string): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timeZone)
    .add({ [DURATION_UNITS[unit]]: value });
  return new Date(there.epochMilliseconds);
}

/** A booking by somebody who wants to get to know a studio (specification, Legacy trial session interface). */
export interface TrialSession {
  readonly name: string;
  readonly description: string;
  readonly minutes: number;
  /** Whether it can be booked without a trainer; then once at a time as well. */
  readonly bookingWithoutResourcesAllowed: boolean;
  readonly trainers: readonly { readonly id: number; readonly name: string }[];
  /** Weekly hours of the sessions, which are held one after the other. */
  readonly weekly: readonly {
    /** 1: Monday. */
    readonly dayOfWeek: number;
    /** `HH:mm`, in the zone of the studio. */
    readonly from: string;
    readonly until: string;
  }[];
}

export interface SessionSlot {
  readonly startsAt: Date;
  readonly endsAt: Date;
}
