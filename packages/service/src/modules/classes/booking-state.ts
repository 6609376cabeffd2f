import { after, before, type ClassDefinition, type TrialOffer } from './classes.js';

/** Whether somebody can book a slot, or why not (specification, part 2, ClassValidation). */
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
  /** null: the class cannot be tried out. */
  readonly offer: TrialOffer | null;
  readonly isLead: boolean;
  /** Places of the slot that are taken. */
  readonly taken: number;
  /** Bookings of the person that count. */
  readonly own: readonly OwnBooking[];
}

/** Whether a person can book a slot as a trial; the first reason that stands against it. */
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

/** From when to when a slot can be booked. What has to be confirmed is booked while there is time to confirm it. */
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

/** Until when a booking must be confirmed; null: it need not be. */
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
