import { type PersonQuestion, personRefusal } from '../bookings/booking-rules.js';
import type { ClassSlot, Occupancy } from './class-slots.js';
import type { ClassDefinition } from './classes.js';

/** Whether a slot can be booked, or the reason why not (specification, part 2, ClassValidation). */
export const BOOKING_STATES = [
  'AVAILABLE',
  'NO_CONTINGENT',
  'BOOKING_LIMIT_REACHED',
  'CUSTOMER_ALREADY_BOOKED',
  'CUSTOMER_IDLE',
  'CUSTOMER_IN_OTHER_BOOKING',
  'DISPLAY_ONLY',
  'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
  'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME',
  'STUDIO_CLOSED',
  'NOT_AVAILABLE',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export interface BookingQuestion extends PersonQuestion {
  readonly slot: Omit<ClassSlot, 'studioId' | 'classId' | 'plannedAt' | 'instructorIds'>;
  readonly definition: ClassDefinition;
  readonly occupancy: Occupancy;
}

/** Returns whether a person can book a slot, if only on its waiting list, or the first reason why not. */
export function bookingState(question: BookingQuestion): BookingState {
  const { slot, definition, occupancy, booked, own } = question;
  const isOffered = booked.as === 'MEMBER' || (booked.offer !== null && booked.isAdmitted);
  if (slot.isCanceled || !isOffered) return 'NOT_AVAILABLE';
  if (!definition.bookable) return 'DISPLAY_ONLY';
  const refusal = personRefusal(question, slot, definition);
  const isThisSlot = ({ kind, subjectId }: (typeof own)[number]) => kind === 'CLASS' && subjectId === slot.id;
  if (refusal === 'CUSTOMER_IN_OTHER_BOOKING' && own.some(isThisSlot)) return 'CUSTOMER_ALREADY_BOOKED';
  if (refusal) return refusal;
  const { places, waitingPlaces } = leftIn(slot, occupancy);
  const isFull = places <= 0 && (booked.as === 'TRIAL' || waitingPlaces <= 0);
  return isFull ? 'BOOKING_LIMIT_REACHED' : 'AVAILABLE';
}

/**
 * Returns how many places of a slot and of its waiting list are left. A free place belongs to the first who waits, so it
 * is not left until nobody waits.
 */
export function leftIn(
  { maxParticipants, maxWaitingListParticipants }: BookingQuestion['slot'],
  { booked, waiting }: Occupancy,
): { readonly places: number; readonly waitingPlaces: number } {
  const free = Math.max(0, maxParticipants - booked);
  return {
    places: free - waiting,
    waitingPlaces: maxWaitingListParticipants - Math.max(0, waiting - free),
  };
}
