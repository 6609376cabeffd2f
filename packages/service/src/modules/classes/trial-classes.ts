import { and, asc, eq, exists, gt, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { SliceRange } from '../../core/http/slices.js';
import { textPart } from '../../core/i18n/translate.js';
import type { Studio } from '../studios/studios.tables.js';
import { after, type TrialOffer } from './classes.js';
import { classBookings, classes, classSlots, trialOffers } from './classes.tables.js';

export type TrialClass = typeof classes.$inferSelect;
export interface BookableTrialClass extends TrialClass {
  readonly trialOfferId: number;
}
export type ClassSlot = typeof classSlots.$inferSelect;

/** Period within which trials can be booked (specification, Limits). */
const AHEAD = { value: 1, unit: 'YEAR' } as const;

/** Returns the classes that offer trials within the next year, ordered by id, with one more than the slice holds. */
export async function trialClasses(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  { offset, size }: SliceRange,
): Promise<BookableTrialClass[]> {
  const soon = db.select({ id: classSlots.id }).from(classSlots).where(isHeldSoon(clock.now(), studio));
  const found = await db
    .select()
    .from(classes)
    .where(
      and(
        eq(classes.studioId, studio.id),
        isNotNull(classes.trialOfferId),
        sql`(${classes.definition} ->> 'bookable')::boolean`,
        gt(classes.id, offset),
        exists(soon),
      ),
    )
    .orderBy(asc(classes.id))
    .limit(size + 1);
  return found as BookableTrialClass[];
}

/**
 * Finds a class that offers trials, with its trial offer.
 *
 * @throws ApiError 404 if there is no such class or it offers no trials; 403 if it belongs to another studio.
 */
export async function findTrialClass(
  db: Database,
  studio: Studio,
  classId: number,
): Promise<{ readonly trialClass: TrialClass; readonly offer: TrialOffer }> {
  const [found] = await db
    .select({ trialClass: classes, offer: trialOffers.definition })
    .from(classes)
    .leftJoin(trialOffers, eq(trialOffers.id, classes.trialOfferId))
    .where(eq(classes.id, classId));
  if (found && found.trialClass.studioId !== studio.id) throw otherStudio('classId');
  if (!found?.offer) throw new ApiError('errormessage.class.not.found', 'classId', { classId });
  return { trialClass: found.trialClass, offer: found.offer };
}

/**
 * Returns the slots of a class within the next year and their taken places, ordered by id, with one more than the slice
 * holds.
 */
export async function trialSlots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  classId: number,
  { offset, size }: SliceRange,
): Promise<(ClassSlot & { readonly taken: number })[]> {
  const slots = await db
    .select()
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .where(and(eq(classes.id, classId), isHeldSoon(clock.now(), studio), gt(classSlots.id, offset)))
    .orderBy(asc(classSlots.id))
    .limit(size + 1);
  const taken = await takenPlaces(
    db,
    slots.map(({ class_slots: { id } }) => id),
    clock.now(),
  );
  return slots.map(({ class_slots: slot }) => ({ ...slot, taken: taken.get(slot.id) ?? 0 }));
}

/**
 * Finds a trial offer.
 *
 * @throws ApiError 404 if it does not exist; 403 if it belongs to another studio.
 */
export async function findTrialOffer(db: Database, studio: Studio, id: number): Promise<TrialOffer> {
  const [found] = await db.select().from(trialOffers).where(eq(trialOffers.id, id));
  if (found && found.studioId !== studio.id) throw otherStudio('trialOfferConfigId');
  if (!found) {
    throw new ApiError('errormessage.trial.offer.not.found', 'trialOfferConfigId', {
      trialOfferConfigId: id,
    });
  }
  return found.definition;
}

/** Returns the number of taken places of each slot; slots without bookings are omitted. */
export async function takenPlaces(
  db: Database,
  slotIds: readonly number[],
  now: Date,
): Promise<Map<number, number>> {
  if (slotIds.length === 0) return new Map();
  const rows = await db
    .select({ slotId: classBookings.slotId, taken: sql<number>`count(*)::int` })
    .from(classBookings)
    .where(and(inArray(classBookings.slotId, [...slotIds]), countsAt(now)))
    .groupBy(classBookings.slotId);
  return new Map(rows.map(({ slotId, taken }) => [slotId, taken]));
}

/**
 * Returns a condition for bookings that count. Bookings that were not confirmed in time are cancelled automatically.
 */
export function countsAt(now: Date): SQL | undefined {
  return or(
    isNull(classBookings.confirmBy),
    isNotNull(classBookings.confirmedAt),
    gt(classBookings.confirmBy, now),
  );
}

export function otherStudio(reference: string): ApiError {
  return new ApiError('errormessage.permission.denied', reference, {
    problem: textPart('problem.studio.other'),
  });
}

function isHeldSoon(now: Date, { timeZone }: Studio) {
  return and(
    eq(classSlots.classId, classes.id),
    eq(classSlots.isCanceled, false),
    gt(classSlots.startsAt, now),
    lte(classSlots.startsAt, after(now, AHEAD, timeZone)),
  );
}
