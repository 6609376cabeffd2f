import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { cancelBooking, countsAt } from '../bookings/bookings.js';
import { bookings } from '../bookings/bookings.tables.js';
import { requireInstructors } from '../bookings/instructors.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { type ClassSlot, findSlot, lockSlot } from './class-slots.js';
import { classSlots } from './classes.tables.js';

/**
 * Cancels a slot and all bookings of it, and notifies partners.
 *
 * @throws ApiError 404 or 403 if the studio has no such slot; StaffError if it was cancelled before or has begun.
 */
export async function cancelSlot(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  classSlotId: number,
): Promise<{ readonly canceledBookings: number }> {
  await lockSlot(tx, classSlotId);
  const slot = await upcomingSlot(context, tx, studio, classSlotId);
  await tx.update(classSlots).set({ isCanceled: true }).where(eq(classSlots.id, slot.id));
  await notifyOfSlot(context, tx, slot, 'CANCELLED');
  const booked = await tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.kind, 'CLASS'), eq(bookings.subjectId, slot.id), countsAt(context.clock.now())))
    .orderBy(asc(bookings.id))
    .for('update');
  for (const booking of booked) await cancelBooking(context, tx, booking);
  return { canceledBookings: booked.length };
}

/** What staff change about a slot; what is absent stays. */
export interface SlotChange {
  readonly startsAt?: Date;
  readonly instructorIds?: readonly number[];
}

/**
 * Moves a slot to another time, with its bookings, or has other employees hold it, and notifies partners.
 *
 * @throws ApiError 404 or 403 if the studio has no such slot; StaffError if it was cancelled or has begun, would begin in
 * the past, or the studio has no such employees.
 */
export async function changeSlot(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  classSlotId: number,
  { startsAt, instructorIds }: SlotChange,
): Promise<void> {
  await lockSlot(tx, classSlotId);
  const slot = await upcomingSlot(context, tx, studio, classSlotId);
  if (instructorIds) await requireInstructors(tx, studio, instructorIds);
  if (startsAt && startsAt <= context.clock.now()) throw new StaffError('A slot cannot begin in the past.');
  const minutes = slot.endsAt.getTime() - slot.startsAt.getTime();
  const times = startsAt && { startsAt, endsAt: new Date(startsAt.getTime() + minutes) };
  await tx
    .update(classSlots)
    .set({ ...times, ...(instructorIds && { instructorIds: [...instructorIds] }) })
    .where(eq(classSlots.id, slot.id));
  if (times) {
    const isOfSlot = and(eq(bookings.kind, 'CLASS'), eq(bookings.subjectId, slot.id));
    await tx
      .update(bookings)
      .set(times)
      .where(and(isOfSlot, sql`${bookings.status} <> 'CANCELED'`));
  }
  await notifyOfSlot(context, tx, slot, 'UPDATED');
}

/** Finds a locked slot that is still to be held. */
async function upcomingSlot(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  classSlotId: number,
): Promise<ClassSlot> {
  const { slot } = await findSlot(tx, studio, classSlotId);
  if (slot.isCanceled) throw new StaffError(`Slot ${classSlotId} was cancelled.`);
  if (slot.startsAt <= clock.now()) throw new StaffError(`Slot ${classSlotId} has begun.`);
  return slot;
}

async function notifyOfSlot(
  context: Pick<Context, 'clock'>,
  tx: Database,
  { id: entityId, classId, studioId }: ClassSlot,
  what: 'UPDATED' | 'CANCELLED',
): Promise<void> {
  await emit(context, tx, studioId, { type: `CLASS_SLOT_${what}`, entityId, content: { classId } });
}
