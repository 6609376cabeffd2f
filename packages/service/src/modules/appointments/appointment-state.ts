import { type PersonQuestion, personRefusal } from '../bookings/booking-rules.js';
import type { Instructor } from '../bookings/instructors.js';
import type { Period } from '../bookings/terms.js';
import type { AppointmentDefinition } from './appointments.stored.js';

/** Whether an appointment can be booked, or the reason why not (specification, part 2, AppointmentValidation). */
export const APPOINTMENT_STATES = [
  'PAST_START_DATE_TIME',
  'END_DATE_TIME_NOT_AFTER_START_DATE_TIME',
  'PERIOD_DOES_NOT_MATCH',
  'CUSTOMER_IN_OTHER_BOOKING',
  'CUSTOMER_IDLE',
  'NO_CONTINGENT',
  'BOOKABLE_APPOINTMENT_RESTRICTIONS_NOT_FULFILLED',
  'BOOKING_LIMIT_REACHED',
  'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
  'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME',
  'STUDIO_CLOSED',
  'RESOURCE_NOT_AVAILABLE',
  'NOT_AVAILABLE',
  'AVAILABLE',
] as const;
export type AppointmentState = (typeof APPOINTMENT_STATES)[number];

export interface AppointmentQuestion extends PersonQuestion {
  readonly period: Period;
  readonly definition: AppointmentDefinition;
  /** Whether the appointment has a slot at this time. */
  readonly isSlot: boolean;
  /** The employees who are asked for; empty if any will do. */
  readonly wanted: readonly number[];
  /** Groups of employees who could hold it, of which one is needed. */
  readonly free: readonly (readonly Pick<Instructor, 'id'>[])[];
}

/** Returns whether a person can book an appointment, or the first reason why not. */
export function appointmentState(question: AppointmentQuestion): AppointmentState {
  const { now, period, definition, booked, isSlot } = question;
  const { startsAt, endsAt } = period;
  if (!definition.bookable || (booked.as === 'TRIAL' && booked.offer === null)) return 'NOT_AVAILABLE';
  if (booked.as === 'TRIAL' && !booked.isAdmitted) return 'BOOKABLE_APPOINTMENT_RESTRICTIONS_NOT_FULFILLED';
  if (startsAt <= now) return 'PAST_START_DATE_TIME';
  if (endsAt <= startsAt) return 'END_DATE_TIME_NOT_AFTER_START_DATE_TIME';
  if (endsAt.getTime() - startsAt.getTime() !== definition.duration * 60_000) return 'PERIOD_DOES_NOT_MATCH';
  if (!isSlot) return 'NOT_AVAILABLE';
  const refusal = personRefusal(question, period, definition);
  if (refusal) return refusal;
  if (holders(question) !== null) return 'AVAILABLE';
  return question.wanted.length > 0 ? 'RESOURCE_NOT_AVAILABLE' : 'BOOKING_LIMIT_REACHED';
}

/** Returns the employees who hold the appointment if it is booked: those asked for, or the first who is free. */
export function holders({
  wanted,
  free,
}: Pick<AppointmentQuestion, 'wanted' | 'free'>): readonly number[] | null {
  if (wanted.length === 0) return free[0]?.map(({ id }) => id) ?? null;
  const isFree = (wantedId: number) => free.some((group) => group.some(({ id }) => id === wantedId));
  return wanted.every(isFree) ? wanted : null;
}
