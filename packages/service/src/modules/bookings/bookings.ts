import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, gte, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { addTerm, calendarDateIn, dayAfter, startOfDay } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { findCustomer, lockFoundCustomer } from '../customers/customers.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { bookings } from './bookings.tables.js';
import type { Period } from './terms.js';

export type Booking = typeof bookings.$inferSelect;
export type BookingKind = Booking['kind'];

/** Returns a condition for bookings that count. Those not confirmed in time are cancelled automatically. */
export function countsAt(now: Date): SQL | undefined {
  const { status, confirmBy, confirmedAt } = bookings;
  // The status is part of the statement, so that every plan can use the indexes of bookings that count.
  return and(sql`${status} <> 'CANCELED'`, or(isNull(confirmBy), isNotNull(confirmedAt), gt(confirmBy, now)));
}

function isDuring({ startsAt, endsAt }: Period): SQL | undefined {
  return and(lt(bookings.startsAt, endsAt), gt(bookings.endsAt, startsAt));
}

/** Returns whether a booking was cancelled, or was not confirmed in time. */
export function isOver({ status, confirmBy, confirmedAt }: Booking, now: Date): boolean {
  return status === 'CANCELED' || (confirmBy !== null && confirmedAt === null && confirmBy <= now);
}

/** Returns whether partners have been told of a booking; of one that must be confirmed they are told then. */
function isReported({ confirmBy, confirmedAt }: Booking): boolean {
  return confirmBy === null || confirmedAt !== null;
}

/** Returns the status of a booking in responses. */
export function bookingStatus(booking: Booking, now: Date) {
  if (isOver(booking, now)) return 'CANCELED';
  return isReported(booking) ? booking.status : 'BOOKED_WITH_CONFIRMATION_REQUIRED';
}

/** Returns a person's bookings that count and overlap a period, and all trials that count. */
export async function ownBookings(
  db: Database,
  customerId: number,
  period: Period,
  now: Date,
): Promise<Booking[]> {
  const matters = or(bookings.isTrial, isDuring(period));
  return db
    .select()
    .from(bookings)
    .where(and(eq(bookings.customerId, customerId), countsAt(now), matters));
}

/**
 * Finds a booking.
 *
 * @throws ApiError 404 if there is no such booking; 403 if it belongs to another studio or the person has not
 * consented.
 */
export async function findBooking(
  db: Database,
  studio: Studio,
  bookingId: number,
  kind?: BookingKind,
): Promise<Booking> {
  const [found] = await db.select().from(bookings).where(eq(bookings.id, bookingId));
  if (!found || (kind && found.kind !== kind)) throw noBooking(bookingId);
  if (found.studioId !== studio.id) throw otherStudio('bookingId');
  await findCustomer(db, studio.id, found.customerId, 'bookingId');
  return found;
}

/**
 * Finds a booking for the studio's staff, who need no consent. @throws ApiError 404 if the studio has no such booking.
 */
export async function bookingOfStudio(db: Database, studio: Studio, bookingId: number): Promise<Booking> {
  const isTheirs = and(eq(bookings.id, bookingId), eq(bookings.studioId, studio.id));
  const [found] = await db.select().from(bookings).where(isTheirs);
  if (!found) throw noBooking(bookingId);
  return found;
}

/** Locks a booking; null if it was erased in the meantime. Person, slot and employees are locked before, never after. */
export async function lockBooking(tx: Database, bookingId: number): Promise<Booking | null> {
  const [found] = await tx.select().from(bookings).where(eq(bookings.id, bookingId)).for('update');
  return found ?? null;
}

function noBooking(bookingId: number): ApiError {
  return new ApiError('errormessage.booking.not.found', 'bookingId', { bookingId });
}

export function otherStudio(reference: string): ApiError {
  return new ApiError('errormessage.permission.denied', reference, {
    problem: textPart('problem.studio.other'),
  });
}

/** Makes a booking with the given uuid for a customer who is locked. */
type MakeBooking = (tx: Database, uuid: string) => Promise<Booking>;

/**
 * Makes a booking for a customer, once per idempotency key.
 *
 * @throws ApiError 404 or 403 if the studio does not have the customer, or the customer has not consented.
 */
export async function bookOnce(
  context: Context,
  studio: Studio,
  customerId: number,
  keyed: KeyedRequest,
  make: MakeBooking,
): Promise<Booking> {
  await findCustomer(context.db, studio.id, customerId, 'customerId');
  return context.db.transaction(async (tx) => {
    const uuid = randomUUID();
    const madeId = await keepResult(context, tx, keyed, uuid);
    if (madeId === uuid) {
      await lockFoundCustomer(tx, studio.id, customerId, 'customerId');
      return make(tx, uuid);
    }
    const [earlier] = await tx.select().from(bookings).where(eq(bookings.uuid, madeId));
    if (!earlier) throw new Error('The booking of a repeated request no longer exists.');
    return earlier;
  });
}

type NewBooking = Omit<typeof bookings.$inferInsert, 'id' | 'bookedAt' | 'studioId'>;

/** Inserts a booking, whose person and places the caller has locked, and notifies partners if it is certain. */
export async function insertBooking(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  booking: NewBooking,
): Promise<Booking> {
  const now = context.clock.now();
  const { customerId, kind, subjectId } = booking;
  // An earlier booking of the same person that was not confirmed in time would otherwise be in the way.
  await tx
    .update(bookings)
    .set({ status: 'CANCELED', canceledAt: bookings.confirmBy })
    .where(
      and(
        eq(bookings.customerId, customerId),
        eq(bookings.kind, kind),
        eq(bookings.subjectId, subjectId),
        isNull(bookings.confirmedAt),
        lte(bookings.confirmBy, now),
      ),
    );
  const [made] = await tx
    .insert(bookings)
    .values({ ...booking, studioId: studio.id, bookedAt: now })
    .returning();
  if (!made) throw new Error('The booking was not inserted.');
  if (isReported(made)) await notifyOfBooking(context, tx, made, 'CREATED');
  return made;
}

/** Cancels a locked booking and notifies partners, unless they were never told of it. */
export async function cancelBooking(
  context: Pick<Context, 'clock'>,
  tx: Database,
  booking: Booking,
): Promise<void> {
  await tx
    .update(bookings)
    .set({ status: 'CANCELED', canceledAt: context.clock.now() })
    .where(eq(bookings.id, booking.id));
  if (isReported(booking)) await notifyOfBooking(context, tx, booking, 'CANCELLED');
}

export async function notifyOfBooking(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { id: entityId, kind, studioId }: Booking,
  what: 'CREATED' | 'UPDATED' | 'CANCELLED',
): Promise<void> {
  await emit(context, tx, studioId, { type: `${kind}_BOOKING_${what}`, entityId });
}

/**
 * Confirms a trial booking. Repeated calls are safe.
 *
 * @returns EXPIRED if the confirmation is too late or the booking was cancelled.
 */
export async function confirmBooking(
  context: Pick<Context, 'clock'>,
  tx: Database,
  bookingId: number,
): Promise<'CONFIRMED' | 'EXPIRED'> {
  const booking = await lockBooking(tx, bookingId);
  const now = context.clock.now();
  if (!booking || isOver(booking, now)) return 'EXPIRED';
  if (isReported(booking)) return 'CONFIRMED';
  await tx.update(bookings).set({ confirmedAt: now }).where(eq(bookings.id, bookingId));
  await notifyOfBooking(context, tx, booking, 'CREATED');
  return 'CONFIRMED';
}

/** Days before and after today whose bookings are listed. */
const LISTED_DAYS = 14;
/** More than a person books within these days; it only bounds what is read. */
const MOST_LISTED = 500;

/**
 * Returns a customer's bookings of a kind at a studio, from two weeks ago until two weeks ahead, by start.
 *
 * @throws ApiError 404 or 403 if a key may not read the customer.
 */
export async function customerBookings(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  customerId: number,
  kind: BookingKind,
): Promise<Booking[]> {
  await findCustomer(db, studio.id, customerId, 'customerId');
  const today = calendarDateIn(clock.now(), studio.timeZone);
  const days = { value: LISTED_DAYS, unit: 'DAY' } as const;
  const from = startOfDay(addTerm(today, days, -1), studio.timeZone);
  const end = startOfDay(dayAfter(addTerm(today, days)), studio.timeZone);
  return db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.customerId, customerId),
        eq(bookings.studioId, studio.id),
        eq(bookings.kind, kind),
        gte(bookings.startsAt, from),
        lt(bookings.startsAt, end),
      ),
    )
    .orderBy(asc(bookings.startsAt), asc(bookings.id))
    .limit(MOST_LISTED);
}
