import type { BookingTerms } from '../bookings/terms.js';
import type { WeeklyHours } from '../bookings/weekly-hours.js';

export const CLASS_TYPES = ['STUDIO', 'STREAM'] as const;

/** A class that a studio holds repeatedly. */
export interface ClassDefinition extends BookingTerms {
  readonly title: string;
  readonly type: (typeof CLASS_TYPES)[number];
  /** Duration in minutes. */
  readonly duration: number;
  readonly category: string;
  readonly description: string;
  /** Whether it can be booked online. */
  readonly bookable: boolean;
  readonly location: { readonly id: number; readonly name: string };
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
  readonly weekly: readonly WeeklyHours[];
}
