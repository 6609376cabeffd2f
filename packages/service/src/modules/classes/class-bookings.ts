import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { calendarDateIn } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { type TextKey, textPart } from '../../core/i18n/translate.js';
import type { KeyedRequest } from '../../core/idempotency/idempotency.js';
import {
  askAboutPerson,
  type BookedAs,
  contingentProblem,
  PERSON_PROBLEMS,
} from '../bookings/booking-rules.js';
import {
  type Booking,
  bookOnce,
  cancelBooking,
  countsAt,
  findBooking,
  insertBooking,
  isOver,
  lockBooking,
  notifyOfBooking,
} from '../bookings/bookings.js';
import { bookings } from '../bookings/bookings.tables.js';
import { membershipOn } from '../bookings/member-rules.js';
import { requireCancelable } from '../bookings/terms.js';
import { confirmationTime } from '../bookings/trial-offers.js';
import { findCustomer, lockFoundCustomer } from '../customers/customers.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { bookingState, type BookingState, leftIn } from './booking-state.js';
import { type ClassSlot, findSlot, lockSlot, occupancyOf } from './class-slots.js';
import { classSlots } from './classes.tables.js';

export interface ClassBookingRequest {
  readonly customerId: number;
  readonly classSlotId: number;
  readonly as: BookedAs['as'];
}

/** A booking of a class, with its slot. */
export interface ClassBooking {
  readonly booking: Booking;
  readonly slot: ClassSlot;
}

/**
 * Returns whether a customer could book a slot now.
 *
 * @throws ApiError 404 or 403 if the studio does not have the customer or slot, or the customer has not consented.
 */
export async function validateClassBooking(
  context: Context,
  studio: Studio,
  request: ClassBookingRequest,
): Promise<BookingState> {
  await findCustomer(context.db, studio.id, request.customerId, 'customerId');
  return (await look(context, context.db, studio, request)).state;
}

/**
 * Books a slot, or a place on its waiting list if it is full. Person and slot are locked and read again, so that two
 * concurrent bookings cannot both get the last place.
 *
 * @throws ApiError 400 with the reason if the slot cannot be booked; otherwise like `validateClassBooking`.
 */
export async function bookClass(
  context: Context,
  studio: Studio,
  request: ClassBookingRequest,
  keyed: KeyedRequest,
): Promise<ClassBooking> {
  const { customerId, classSlotId } = request;
  const booking = await bookOnce(context, studio, customerId, keyed, async (tx, uuid) => {
    await lockSlot(tx, classSlotId);
    const { state, slot, offer, occupancy } = await look(context, tx, studio, request);
    if (state !== 'AVAILABLE') {
      const key = state === 'NO_CONTINGENT' ? contingentProblem(request.as) : PROBLEMS[state];
      throw new ApiError('errormessage.class.slot.not.bookable', 'classSlotId', { problem: textPart(key) });
    }
    const isTrial = request.as === 'TRIAL';
    const { startsAt, endsAt } = slot;
    const made = await insertBooking(context, tx, studio, {
      ...{ uuid, customerId, kind: 'CLASS', subjectId: classSlotId, startsAt, endsAt, isTrial },
      instructorIds: [],
      status: leftIn(slot, occupancy).places > 0 ? 'BOOKED' : 'WAITING_LIST',
      confirmBy: isTrial ? confirmationTime(startsAt, offer, studio.timeZone) : null,
    });
    // A place may be free because a trial was not confirmed in time.
    const moved = made.status === 'WAITING_LIST' ? await fillPlaces(context, tx, slot) : [];
    return moved.find(({ id }) => id === made.id) ?? made;
  });
  return withSlot(context.db, booking);
}

/**
 * Finds a booking of a class.
 *
 * @throws ApiError 404 if there is no such booking; 403 if a key may not read it.
 */
export async function findClassBooking(
  db: Database,
  studio: Studio,
  bookingId: number,
): Promise<ClassBooking> {
  return withSlot(db, await findBooking(db, studio, bookingId, 'CLASS'));
}

/**
 * Cancels a booking of a class by the rules of the class. A cancelled booking stays as it is.
 *
 * @throws ApiError 400 if it is too late; otherwise like `findClassBooking`.
 */
export async function cancelOwnClassBooking(
  context: Context,
  studio: Studio,
  bookingId: number,
): Promise<void> {
  const { customerId } = await findBooking(context.db, studio, bookingId, 'CLASS');
  await context.db.transaction(async (tx) => {
    await lockFoundCustomer(tx, studio.id, customerId, 'bookingId');
    await cancelClassBooking(context, tx, studio, bookingId, 'BY_ITS_TERMS');
  });
}

/** Cancels a booking of a class, whose person is locked, and gives its place to the first who waits for one. */
export async function cancelClassBooking(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  bookingId: number,
  when: 'BY_ITS_TERMS' | 'AT_ANY_TIME',
): Promise<void> {
  const [found] = await tx.select().from(bookings).where(eq(bookings.id, bookingId));
  if (!found) return;
  await lockSlot(tx, found.subjectId);
  const booking = await lockBooking(tx, bookingId);
  const now = context.clock.now();
  if (!booking || isOver(booking, now)) return;
  const { slot, studioClass } = await findSlot(tx, studio, booking.subjectId);
  if (when === 'BY_ITS_TERMS') requireCancelable(booking, studioClass.definition, studio.timeZone, now);
  await cancelBooking(context, tx, booking);
  await fillPlaces(context, tx, slot);
}

/**
 * Moves those who wait longest up to the free places of a locked slot, and notifies partners. Whoever has no running
 * contract on that day, or a freeze, goes on waiting.
 *
 * @returns the bookings that were moved up.
 */
export async function fillPlaces(
  context: Pick<Context, 'clock'>,
  tx: Database,
  slot: ClassSlot,
): Promise<Booking[]> {
  const now = context.clock.now();
  if (slot.isCanceled || slot.startsAt <= now) return [];
  const { booked } = await occupancyOf(tx, slot.id, now);
  let free = slot.maxParticipants - booked;
  if (free <= 0) return [];
  const isWaiting = sql`${bookings.status} = 'WAITING_LIST'`;
  const waiting = await tx
    .select({ id: bookings.id, customerId: bookings.customerId, timeZone: studios.timeZone })
    .from(bookings)
    .innerJoin(studios, eq(studios.id, bookings.studioId))
    .where(and(eq(bookings.kind, 'CLASS'), eq(bookings.subjectId, slot.id), isWaiting, countsAt(now)))
    .orderBy(asc(bookings.id));
  const moved: Booking[] = [];
  for (const { id, customerId, timeZone } of waiting) {
    if (free === 0) break;
    const day = calendarDateIn(slot.startsAt, timeZone);
    if ((await membershipOn(tx, customerId, day)) !== 'RUNNING') continue;
    const [booking] = await tx
      .update(bookings)
      .set({ status: 'BOOKED' })
      .where(and(eq(bookings.id, id), isWaiting))
      .returning();
    if (!booking) continue;
    await notifyOfBooking(context, tx, booking, 'UPDATED');
    moved.push(booking);
    free -= 1;
  }
  return moved;
}

/** Adds its slot to bookings of classes. */
export async function withSlots(db: Database, found: readonly Booking[]): Promise<ClassBooking[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ subjectId }) => subjectId);
  const slots = await db.select().from(classSlots).where(inArray(classSlots.id, ids));
  return found.flatMap((booking) => {
    const slot = slots.find(({ id }) => id === booking.subjectId);
    return slot ? { booking, slot } : [];
  });
}

async function withSlot(db: Database, booking: Booking): Promise<ClassBooking> {
  const [found] = await withSlots(db, [booking]);
  if (!found) throw new Error('The slot of a booking no longer exists.');
  return found;
}

/** Reasons why a slot cannot be booked, as text keys. */
const PROBLEMS = {
  ...PERSON_PROBLEMS,
  BOOKING_LIMIT_REACHED: 'problem.booking.full',
  CUSTOMER_ALREADY_BOOKED: 'problem.booking.alreadyBooked',
  DISPLAY_ONLY: 'problem.booking.displayOnly',
  NOT_AVAILABLE: 'problem.booking.notAvailable',
} as const satisfies Record<Exclude<BookingState, 'AVAILABLE' | 'NO_CONTINGENT'>, TextKey>;

async function look(
  context: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  { customerId, classSlotId, as }: ClassBookingRequest,
) {
  const { slot, studioClass, offer } = await findSlot(db, studio, classSlotId);
  const occupancy = await occupancyOf(db, slot.id, context.clock.now());
  const person = await askAboutPerson(context, db, studio, { customerId, as, offer, period: slot });
  const { definition } = studioClass;
  return { state: bookingState({ ...person, slot, definition, occupancy }), slot, offer, occupancy };
}
