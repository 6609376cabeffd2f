import { and, asc, eq, exists, gt, gte, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { addTerm, type CalendarDate, dayAfter, dayBefore, startOfDay, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { SliceRange } from '../../core/http/slices.js';
import { countsAt, otherStudio } from '../bookings/bookings.js';
import { bookings, trialOffers } from '../bookings/bookings.tables.js';
import { findInstructors, type Instructor } from '../bookings/instructors.js';
import type { TrialOffer } from '../bookings/terms.js';
import type { Studio } from '../studios/studios.tables.js';
import { classes, classSlots } from './classes.tables.js';

export type StudioClass = typeof classes.$inferSelect;
export type ClassSlot = typeof classSlots.$inferSelect;

/** How many people have booked a slot, and how many wait for a place. */
export interface Occupancy {
  readonly booked: number;
  readonly waiting: number;
}

const NOBODY: Occupancy = { booked: 0, waiting: 0 };

/** A slot as lists show it. */
export interface ListedSlot {
  readonly id: number;
  readonly slot: ClassSlot;
  readonly studioClass: StudioClass;
  readonly occupancy: Occupancy;
  readonly instructors: readonly Instructor[];
}

/** Instants between which slots start; the end is not part of it. */
export interface Window {
  readonly from: Date;
  readonly end: Date;
}

/** Returns the period whose classes and slots members see: from yesterday to fourteen days ahead. */
export function memberWindow(context: Pick<Context, 'clock'>, studio: Studio): Window {
  const yesterday = dayBefore(todayAt(context, studio));
  return daysFrom(context, studio, { slotWindowStartDate: yesterday, daysAhead: 15 });
}

/** Returns the period of a number of days after a first one, which is today if it is not named. */
export function daysFrom(
  context: Pick<Context, 'clock'>,
  studio: Studio,
  asked: { readonly slotWindowStartDate?: CalendarDate; readonly daysAhead?: number },
): Window {
  const { slotWindowStartDate: first = todayAt(context, studio), daysAhead = 1 } = asked;
  const last = addTerm(first, { value: daysAhead, unit: 'DAY' });
  return { from: startOfDay(first, studio.timeZone), end: startOfDay(dayAfter(last), studio.timeZone) };
}

/** Returns a condition for the slots that are held and start within a window. */
function isHeldIn({ from, end }: Window) {
  return and(eq(classSlots.isCanceled, false), gte(classSlots.startsAt, from), lt(classSlots.startsAt, end));
}

/** Returns the classes that are held within a window, ordered by id, with one more than the slice holds. */
export async function heldClasses(
  db: Database,
  studio: Studio,
  window: Window,
  { offset, size }: SliceRange,
  condition?: SQL,
): Promise<StudioClass[]> {
  const held = db
    .select({ id: classSlots.id })
    .from(classSlots)
    .where(and(eq(classSlots.classId, classes.id), isHeldIn(window)));
  return db
    .select()
    .from(classes)
    .where(and(eq(classes.studioId, studio.id), gt(classes.id, offset), exists(held), condition))
    .orderBy(asc(classes.id))
    .limit(size + 1);
}

/**
 * Returns the slots of a studio, or of one of its classes, that start within a window, ordered by start, with one more
 * than the slice holds. The offset is the id of the last slot shown. The index finds the place after it, so a slice of a
 * busy studio reads only its own slots.
 */
export async function listSlots(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  of: { readonly studio: Studio } | { readonly classId: number },
  window: Window,
  { offset, size }: SliceRange,
): Promise<ListedSlot[]> {
  const last = db
    .select({ startsAt: classSlots.startsAt, id: classSlots.id })
    .from(classSlots)
    .where(eq(classSlots.id, offset));
  const found = await db
    .select({ slot: classSlots, studioClass: classes })
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .where(
      and(
        'studio' in of ? eq(classSlots.studioId, of.studio.id) : eq(classSlots.classId, of.classId),
        isHeldIn(window),
        offset > 0 ? sql`(${classSlots.startsAt}, ${classSlots.id}) > (${last})` : undefined,
      ),
    )
    .orderBy(asc(classSlots.startsAt), asc(classSlots.id))
    .limit(size + 1);
  return withDetails(db, found, clock.now());
}

/**
 * Finds a slot that is held.
 *
 * @throws ApiError 404 if the class has no such slot or it was cancelled; 403 if it belongs to another studio.
 */
export async function findListedSlot(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  studio: Studio,
  { classId, classSlotId }: { readonly classId: number; readonly classSlotId: number },
): Promise<ListedSlot> {
  const { studioClass } = await findClass(db, studio, classId);
  const isMeant = and(eq(classSlots.id, classSlotId), eq(classSlots.classId, classId));
  const [slot] = await db
    .select()
    .from(classSlots)
    .where(and(isMeant, eq(classSlots.isCanceled, false)));
  if (!slot) throw noSlot(classSlotId);
  const [listed] = await withDetails(db, [{ slot, studioClass }], clock.now());
  if (!listed) throw noSlot(classSlotId);
  return listed;
}

async function withDetails(
  db: Database,
  found: readonly { readonly slot: ClassSlot; readonly studioClass: StudioClass }[],
  now: Date,
): Promise<ListedSlot[]> {
  const ids = found.map(({ slot }) => slot.id);
  const occupancyOf = await occupancies(db, ids, now);
  const instructorsOf = await findInstructors(
    db,
    found.flatMap(({ slot }) => slot.instructorIds),
  );
  return found.map(({ slot, studioClass }) => ({
    id: slot.id,
    slot,
    studioClass,
    occupancy: occupancyOf(slot.id),
    instructors: instructorsOf(slot.instructorIds),
  }));
}

/** Counts the people in slots, in one statement. */
async function occupancies(
  db: Database,
  slotIds: readonly number[],
  now: Date,
): Promise<(slotId: number) => Occupancy> {
  if (slotIds.length === 0) return () => NOBODY;
  const rows = await db
    .select({
      slotId: bookings.subjectId,
      booked: sql<number>`(count(*) filter (where ${bookings.status} = 'BOOKED'))::int`,
      waiting: sql<number>`(count(*) filter (where ${bookings.status} = 'WAITING_LIST'))::int`,
    })
    .from(bookings)
    .where(and(eq(bookings.kind, 'CLASS'), inArray(bookings.subjectId, [...slotIds]), countsAt(now)))
    .groupBy(bookings.subjectId);
  const bySlot = new Map(rows.map(({ slotId, booked, waiting }) => [slotId, { booked, waiting }]));
  return (slotId) => bySlot.get(slotId) ?? NOBODY;
}

export async function occupancyOf(db: Database, slotId: number, now: Date): Promise<Occupancy> {
  return (await occupancies(db, [slotId], now))(slotId);
}

/**
 * Finds a class with its trial offer, if it has one.
 *
 * @throws ApiError 404 if there is no such class; 403 if it belongs to another studio.
 */
export async function findClass(
  db: Database,
  studio: Studio,
  classId: number,
): Promise<{ readonly studioClass: StudioClass; readonly offer: TrialOffer | null }> {
  const [found] = await db
    .select({ studioClass: classes, offer: trialOffers.definition })
    .from(classes)
    .leftJoin(trialOffers, eq(trialOffers.id, classes.trialOfferId))
    .where(eq(classes.id, classId));
  if (!found) throw noClass(classId);
  if (found.studioClass.studioId !== studio.id) throw otherStudio('classId');
  return found;
}

export function noClass(classId: number): ApiError {
  return new ApiError('errormessage.class.not.found', 'classId', { classId });
}

/**
 * Finds a slot, whether or not it was cancelled, with its class and trial offer.
 *
 * @throws ApiError 404 if there is no such slot; 403 if it belongs to another studio.
 */
export async function findSlot(
  db: Database,
  studio: Studio,
  classSlotId: number,
): Promise<{
  readonly slot: ClassSlot;
  readonly studioClass: StudioClass;
  readonly offer: TrialOffer | null;
}> {
  const [found] = await db
    .select({ slot: classSlots, studioClass: classes, offer: trialOffers.definition })
    .from(classSlots)
    .innerJoin(classes, eq(classes.id, classSlots.classId))
    .leftJoin(trialOffers, eq(trialOffers.id, classes.trialOfferId))
    .where(eq(classSlots.id, classSlotId));
  if (!found) throw noSlot(classSlotId);
  if (found.slot.studioId !== studio.id) throw otherStudio('classSlotId');
  return found;
}

function noSlot(classSlotId: number): ApiError {
  return new ApiError('errormessage.class.slot.not.found', 'classSlotId', { classSlotId });
}

/**
 * Locks a slot until the transaction ends. Code that decides about its places must hold this lock and count under it.
 * Persons are locked before, never after.
 */
export async function lockSlot(tx: Database, classSlotId: number): Promise<ClassSlot | null> {
  const isMeant = eq(classSlots.id, classSlotId);
  const [slot] = await tx.select().from(classSlots).where(isMeant).for('no key update');
  return slot ?? null;
}
