import { and, asc, eq, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { lockBooking } from '../bookings/bookings.js';
import { bookings } from '../bookings/bookings.tables.js';
import { fillPlaces } from './class-bookings.js';
import { lockSlot } from './class-slots.js';

/** Number of bookings that are found at once. */
const AT_ONCE = 100;

/**
 * Cancels trial bookings that were not confirmed in time, and gives their places to those who wait for them. They have
 * not counted since then, so nothing depends on when this job runs.
 *
 * @param onFault called for each booking that could not be cancelled; the others still are.
 */
export async function cancelUnconfirmed(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  const failed: number[] = [];
  let cancelled = 0;
  while (!signal?.aborted) {
    const isLate = and(isNull(bookings.confirmedAt), lte(bookings.confirmBy, clock.now()));
    const found = await db
      .select()
      .from(bookings)
      .where(and(sql`${bookings.status} <> 'CANCELED'`, isLate, notInArray(bookings.id, failed)))
      .orderBy(asc(bookings.confirmBy))
      .limit(AT_ONCE);
    for (const { id, kind, subjectId } of found) {
      const slotId = kind === 'CLASS' ? subjectId : null;
      try {
        await db.transaction((tx) => cancelOne(context, tx, id, slotId));
        cancelled += 1;
      } catch (fault) {
        failed.push(id);
        onFault(fault);
      }
    }
    if (found.length < AT_ONCE) break;
  }
  return cancelled;
}

async function cancelOne(
  context: Pick<Context, 'clock'>,
  tx: Database,
  bookingId: number,
  slotId: number | null,
): Promise<void> {
  const slot = slotId === null ? null : await lockSlot(tx, slotId);
  const booking = await lockBooking(tx, bookingId);
  // It may have been confirmed or erased in the meantime.
  if (!booking || booking.confirmedAt !== null || booking.status === 'CANCELED') return;
  await tx
    .update(bookings)
    .set({ status: 'CANCELED', canceledAt: booking.confirmBy })
    .where(eq(bookings.id, bookingId));
  if (slot) await fillPlaces(context, tx, slot);
}
