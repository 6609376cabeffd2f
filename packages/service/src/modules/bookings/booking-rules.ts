import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import type { TextKey } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { type Booking, ownBookings } from './bookings.js';
import { isClosedDuring, type Membership, membershipOn } from './member-rules.js';
import { type BookingTerms, bookingTimes, overlaps, type Period, type TrialOffer } from './terms.js';
import { admits, confirmationTime, hasTrialLeft } from './trial-offers.js';

/** How a person books: as a member, or as a trial by the offer of the class or appointment. */
export type BookedAs =
  | { readonly as: 'MEMBER' }
  | {
      readonly as: 'TRIAL';
      /** null if there is no trial offer. */
      readonly offer: TrialOffer | null;
      /** Whether the offer is for this person. */
      readonly isAdmitted: boolean;
    };

/** What decides whether a person can book a class or an appointment, apart from its places. */
export interface PersonQuestion {
  readonly now: Date;
  readonly timeZone: string;
  readonly booked: BookedAs;
  /** Whether the studio is closed during the period. */
  readonly isClosed: boolean;
  /** The person's membership on the day of the period. */
  readonly membership: Membership;
  /** The person's bookings that count. */
  readonly own: readonly Pick<
    Booking,
    'kind' | 'subjectId' | 'startsAt' | 'endsAt' | 'isTrial' | 'bookedAt'
  >[];
}

export type PersonRefusal =
  | 'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME'
  | 'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME'
  | 'STUDIO_CLOSED'
  | 'CUSTOMER_IDLE'
  | 'CUSTOMER_IN_OTHER_BOOKING'
  | 'NO_CONTINGENT';

/** Returns the first reason why a person cannot book something in a period now, or null. */
export function personRefusal(
  { now, timeZone, booked, isClosed, membership, own }: PersonQuestion,
  period: Period,
  terms: BookingTerms,
): PersonRefusal | null {
  const offer = booked.as === 'TRIAL' ? booked.offer : null;
  const confirmBy = confirmationTime(period.startsAt, offer, timeZone);
  const { earliest, latest } = bookingTimes(period.startsAt, terms, confirmBy, timeZone);
  if (now < earliest) return 'DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME';
  if (now >= latest) return 'DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME';
  if (isClosed) return 'STUDIO_CLOSED';
  if (membership === 'IDLE') return 'CUSTOMER_IDLE';
  if (own.some((booking) => overlaps(booking, period))) return 'CUSTOMER_IN_OTHER_BOOKING';
  const mayBook = offer ? hasTrialLeft(offer, own, now, timeZone) : membership === 'RUNNING';
  return mayBook ? null : 'NO_CONTINGENT';
}

/** Loads what decides whether a person can book something in a period. */
export async function askAboutPerson(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  {
    customerId,
    as,
    offer,
    period,
  }: {
    readonly customerId: number;
    readonly as: BookedAs['as'];
    readonly offer: TrialOffer | null;
    readonly period: Period;
  },
): Promise<PersonQuestion> {
  const { timeZone } = studio;
  const now = clock.now();
  const isAdmitted = as === 'TRIAL' && offer !== null && (await admits(db, offer, customerId));
  return {
    now,
    timeZone,
    booked: as === 'TRIAL' ? { as, offer, isAdmitted } : { as },
    isClosed: await isClosedDuring(db, studio, period),
    membership: await membershipOn(db, customerId, calendarDateIn(period.startsAt, timeZone)),
    own: await ownBookings(db, customerId, period, now),
  };
}

/** Reasons why something cannot be booked, as text keys. */
export const PERSON_PROBLEMS = {
  DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME: 'problem.booking.notOpen',
  DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME: 'problem.booking.closed',
  STUDIO_CLOSED: 'problem.booking.studioClosed',
  CUSTOMER_IDLE: 'problem.booking.idle',
  CUSTOMER_IN_OTHER_BOOKING: 'problem.booking.otherBooking',
} as const satisfies Record<Exclude<PersonRefusal, 'NO_CONTINGENT'>, TextKey>;

/** Returns the text key for a contingent that is used up: a member needs a contract, and others a trial. */
export function contingentProblem(as: BookedAs['as']): TextKey {
  return as === 'MEMBER' ? 'problem.booking.noContract' : 'problem.booking.noContingent';
}
