import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { formatDateTime } from '../../core/date-time.js';
import { lockCustomer } from '../customers/customers.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import { everyStudio } from '../studios/studios.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { checkIns } from './check-ins.tables.js';

type Needs = Pick<Context, 'clock'>;

/** Number of visits that are ended in one transaction. */
const AT_ONCE = 100;

/** Ends the visits of customers who have left a studio without checking out, and notifies partners. */
async function endForgotten(context: Needs, tx: Database, studio: Studio): Promise<void> {
  const isForgotten = and(
    eq(checkIns.studioId, studio.id),
    isNull(checkIns.checkedOutAt),
    lte(checkIns.checkedInAt, longestVisitBefore(context.clock.now(), studio)),
  );
  const found = await tx.select().from(checkIns).where(isForgotten).orderBy(asc(checkIns.id)).limit(AT_ONCE);
  // The fixed order prevents two services from waiting for each other.
  for (const customerId of found.map((visit) => visit.customerId).sort((a, b) => a - b)) {
    await lockCustomer(tx, customerId);
  }
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  // The visits are read again under the locks, because customers may have checked in or out in the meantime.
  const open = await tx
    .select()
    .from(checkIns)
    .where(and(inArray(checkIns.id, ids), isForgotten))
    .orderBy(asc(checkIns.id));
  if (open.length > 0) await endVisits(context, tx, studio, open);
}

/** Ends visits at the time when they reached the maximum length. The customers must be locked. */
export async function endVisits(
  context: Needs,
  tx: Database,
  studio: Studio,
  visits: readonly (typeof checkIns.$inferSelect)[],
): Promise<void> {
  const checkouts = [];
  for (const { id, customerId, checkedInAt } of visits) {
    const checkedOutAt = new Date(checkedInAt.getTime() + longestVisit(studio));
    await tx.update(checkIns).set({ checkedOutAt }).where(eq(checkIns.id, id));
    checkouts.push({ customerId, checkoutTime: formatDateTime(checkedOutAt, studio.timeZone) });
  }
  await emit(context, tx, studio.id, {
    type: 'AUTOMATIC_CUSTOMER_CHECKOUT',
    entityId: studio.id,
    content: { checkouts },
  });
}

/** Returns the latest check-in time at which visitors who have not checked out count as gone. */
export function longestVisitBefore(now: Date, studio: Studio): Date {
  return new Date(now.getTime() - longestVisit(studio));
}

/** Returns the maximum length of a visit in milliseconds. */
function longestVisit(studio: Studio): number {
  return settingsOf(studio).checkIns.longestVisitHours * 3600_000;
}

/**
 * Ends the forgotten visits of every studio.
 *
 * @param onFault called for each studio whose visits could not be ended; the other studios are still processed.
 */
export async function endForgottenVisits(context: Context, onFault: (fault: unknown) => void): Promise<void> {
  for (const studio of await everyStudio(context.db, onFault)) {
    await context.db.transaction((tx) => endForgotten(context, tx, studio)).catch(onFault);
  }
}
