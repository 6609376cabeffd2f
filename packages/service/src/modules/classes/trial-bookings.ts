import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { type TextKey, textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { findCustomer, lockCustomer } from '../customers/customers.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { bookingState, type BookingState, confirmationTime } from './booking-state.js';
import { classBookings, classes, classSlots, trialOffers } from './classes.tables.js';
import { countsAt, otherStudio, takenPlaces } from './trial-classes.js';

export interface TrialBookingRequest {
  readonly customerId: number;
  readonly classSlotId: number;
}

export type TrialBooking = typeof classBookings.$inferSelect & { readonly classId: number };

/**
 * Returns whether a customer could book a slot as a trial now.
 *
 * @throws ApiError 404 or 403 if the studio does not have the customer or slot, or the customer has not consented.
 */
export async function validateTrialBooking(
  context: Context,
  studio: Studio,
  request: TrialBookingRequest,
): Promise<BookingState> {
  await findCustomer(context.db, studio.id, request.customerId, 'customerId');
  return (await look(context, context.db, studio, request)).state;
}

/**
 * Books a slot as a trial. Person and slot are locked and checked again, so that two concurrent bookings cannot both
 * get the last place.
 *
 * @throws ApiError 400 with the reason if the slot cannot be booked; otherwise like `validateTrialBooking`.
 */
export async function bookTrial(
  context: Context,
  studio: Studio,
  request: TrialBookingRequest,
  keyed: KeyedRequest,
): Promise<TrialBooking> {
  const { db, clock } = context;
  const { customerId, classSlotId: slotId } = request;
  await findCustomer(db, studio.id, customerId, 'customerId');
  return db.transaction(async (tx) => {
    const uuid = randomUUID();
    const madeId = await keepResult(context, tx, keyed, uuid);
    if (madeId !== uuid) return findKeptBooking(tx, madeId);
    await lockCustomer(tx, customerId);
    await tx.select().from(classSlots).where(eq(classSlots.id, slotId)).for('no key update');
    const { state, slot, offer } = await look(context, tx, studio, request);
    if (state !== 'AVAILABLE' || offer === null) {
      const problem = textPart(PROBLEMS[state === 'AVAILABLE' ? 'NOT_AVAILABLE' : state]);
      throw new ApiError('errormessage.class.slot.not.bookable', 'classSlotId', { problem });
    }
    const confirmBy = confirmationTime(slot, offer, studio.timeZone);
    const [made] = await tx
      .insert(classBookings)
      .values({ uuid, slotId, customerId, bookedAt: clock.now(), confirmBy })
      .returning();
    if (!made) throw new Error('The booking was not inserted.');
    // A booking that requires confirmation is reported when it is confirmed.
    if (confirmBy === null) await notifyOfBooking(context, tx, studio, made.id);
    return { ...made, classId: slot.classId };
  });
}

/**
 * Confirms a booking. Repeated calls are safe.
 *
 * @returns EXPIRED if the confirmation is too late and the booking is therefore cancelled.
 * @throws ApiError 404 if there is no such booking; 403 if it belongs to another studio or the person has not
 * consented.
 */
export async function confirmTrial(
  context: Context,
  studio: Studio,
  bookingId: number,
  request: KeyedRequest,
): Promise<'CONFIRMED' | 'EXPIRED'> {
  return context.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ booking: classBookings, studioId: classes.studioId })
      .from(classBookings)
      .innerJoin(classSlots, eq(classSlots.id, classBookings.slotId))
      .innerJoin(classes, eq(classes.id, classSlots.classId))
      .where(eq(classBookings.id, bookingId))
      .for('update', { of: classBookings });
    if (!found) throw new ApiError('errormessage.class.booking.not.found', 'bookingId', { bookingId });
    if (found.studioId !== studio.id) throw otherStudio('bookingId');
    const { confirmBy, confirmedAt, customerId } = found.booking;
    await findCustomer(tx, studio.id, customerId, 'bookingId');
    // The booking itself shows the earlier result. The key is stored so that no other request can use it.
    await keepResult(context, tx, request, randomUUID());
    if (confirmBy === null || confirmedAt !== null) return 'CONFIRMED';
    const now = context.clock.now();
    if (confirmBy <= now) return 'EXPIRED';
    await tx.update(classBookings).set({ confirmedAt: now }).where(eq(classBookings.id, bookingId));
    await notifyOfBooking(context, tx, studio, bookingId);
    return 'CONFIRMED';
  });
}

/** Reasons why a slot cannot be booked, as text keys. */
const PROBLEMS = {
  NO_CONTINGENT: 'problem.booking.noContingent',
  BOOKING_LIMIT_REACHED: 'problem.booking.full',
  CUSTOMER_ALREADY_BOOKED: 'problem.booking.alreadyBooked',
  CUSTOMER_IN_OTHER_BOOKING: 'problem.booking.otherBooking',
  DISPLAY_ONLY: 'problem.booking.displayOnly',
  DATE_TIME_BEFORE_EARLIEST_BOOKING_DATE_TIME: 'problem.booking.notOpen',
  DATE_TIME_AFTER_LATEST_BOOKING_DATE_TIME: 'problem.booking.closed',
  NOT_AVAILABLE: 'problem.booking.notAvailable',
} as const satisfies Record<Exclude<BookingState, 'AVAILABLE'>, TextKey>;

async function look(
  { clock }: Context,
  db: Database,
  studio: Studio,
  { customerId, classSlotId }: TrialBookingRequest,
) {
  const [found] = await db
    .select({ slot: classSlots, class: classes, offer: trialOffers.definition })
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .leftJoin(trialOffers, eq(trialOffers.id, classes.trialOfferId))
    .where(eq(classSlots.id, classSlotId));
  if (!found) throw new ApiError('errormessage.class.slot.not.found', 'classSlotId', { classSlotId });
  if (found.class.studioId !== studio.id) throw otherStudio('classSlotId');
  const now = clock.now();
  const own = await db
    .select({ slot: classSlots, bookedAt: classBookings.bookedAt })
    .from(classBookings)
    .innerJoin(classSlots, eq(classSlots.id, classBookings.slotId))
    .where(and(eq(classBookings.customerId, customerId), countsAt(now)));
  const [contract] = await db
    .select({ id: contracts.id })
    .from(contracts)
    .where(eq(contracts.customerId, customerId))
    .limit(1);
  const { slot, offer } = found;
  const state = bookingState({
    now,
    timeZone: studio.timeZone,
    slot,
    definition: found.class.definition,
    offer,
    isLead: !contract,
    taken: (await takenPlaces(db, [slot.id], now)).get(slot.id) ?? 0,
    own,
  });
  return { state, slot, offer };
}

async function findKeptBooking(tx: Database, uuid: string): Promise<TrialBooking> {
  const [found] = await tx
    .select({ booking: classBookings, classId: classSlots.classId })
    .from(classBookings)
    .innerJoin(classSlots, eq(classSlots.id, classBookings.slotId))
    .where(eq(classBookings.uuid, uuid));
  if (!found) throw new Error('The booking of a repeated request no longer exists.');
  return { ...found.booking, classId: found.classId };
}

async function notifyOfBooking(
  context: Context,
  tx: Database,
  studio: Studio,
  bookingId: number,
): Promise<void> {
  await emit(context, tx, studio.id, { type: 'CLASS_BOOKING_CREATED', entityId: bookingId });
}
