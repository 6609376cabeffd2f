import { after, before, type ClassDefinition, type TrialOffer } from './classes.js';

/** Whether a slot can be booked, or the reason why not (specification, part 2, ClassValidation). */
export const BOOKING_STATES = [
  'AVAILABLE',
  'NO_CONTINGENT',
  'BOOKING_LIMIT_REACHED',
  'CUSTOMER_ALREADY_BOOKED',
  'CUSTOMER_IN_OTHER_BOOKING',
  'DISPLAY_ONLY',
  'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME',
  'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME',
  'NOT_AVAILABLE',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

export interface Slot {
  readonly id: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly maxParticipants: number;
  readonly isCanceled: boolean;
}

interface OwnBooking {
  readonly slot: Pick<Slot, 'id' | 'startsAt' | 'endsAt'>;
  readonly bookedAt: Date;
}

export interface BookingQuestion {
  readonly now: Date;
  readonly timeZone: string;
  readonly slot: Slot;
  readonly definition: ClassDefinition;
  /** null if the class offers no trials. */
  readonly offer: TrialOffer | null;
  readonly isLead: boolean;
  /** Number of taken places in the slot. */
  readonly taken: number;
  /** The person's bookings that count. */
  readonly own: readonly OwnBooking[];
}

/** Returns whether a person can book a slot as a trial, or the first reason why not. */
export function bookingState(question: BookingQuestion): BookingState {
  const { now, timeZone, slot, definition, offer, isLead, taken, own } = question;
  if (offer === null || slot.isCanceled || (isLead && !offer.allowBookingForLeads)) return 'NOT_AVAILABLE';
  if (!definition.bookable) return 'DISPLAY_ONLY';
  const { earliest, latest } = bookingTimes(slot, definition, offer, timeZone);
  if (now < earliest) return 'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME';
  if (now >= latest) return 'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME';
  if (own.some((booking) => booking.slot.id === slot.id)) return 'CUSTOMER_ALREADY_BOOKED';
  if (own.some((booking) => overlaps(booking.slot, slot))) return 'CUSTOMER_IN_OTHER_BOOKING';
  const isTooSoon = ({ bookedAt }: OwnBooking) =>
    now < after(bookedAt, offer.preventMultipleBookingsTerm, timeZone);
  if (own.length >= offer.contingent || own.some(isTooSoon)) return 'NO_CONTINGENT';
  return taken < slot.maxParticipants ? 'AVAILABLE' : 'BOOKING_LIMIT_REACHED';
}

/**
 * Returns the period in which a slot can be booked. If a confirmation is required, booking closes at the deadline for
 * it at the latest.
 */
export function bookingTimes(
  { startsAt }: Pick<Slot, 'startsAt'>,
  { bookingOpens, bookingCloses }: ClassDefinition,
  offer: TrialOffer | null,
  timeZone: string,
): { readonly earliest: Date; readonly latest: Date } {
  const closes = before(startsAt, bookingCloses, timeZone);
  const confirmBy = offer && confirmationTime({ startsAt }, offer, timeZone);
  return {
    earliest: before(startsAt, bookingOpens, timeZone),
    latest: confirmBy && confirmBy < closes ? confirmBy : closes,
  };
}

/** Returns the time by which a booking must be confirmed; null if no confirmation is required. */
export function confirmationTime(
  { startsAt }: Pick<Slot, 'startsAt'>,
  { confirmationOfBookingTerm }: TrialOffer,
  timeZone: string,
): Date | null {
  return confirmationOfBookingTerm ? before(startsAt, confirmationOfBookingTerm, timeZone) : null;
}

function overlaps(a: Pick<Slot, 'startsAt' | 'endsAt'>, b: Pick<Slot, 'startsAt' | 'endsAt'>): boolean {
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt;
}
