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

/** Visits that are ended in one transaction. */
const AT_ONCE = 100;

/** Writes down of everybody who has left a studio without checking out that their visit has ended; partners are told. */
async function endForgotten(context: Needs, tx: Database, studio: Studio): Promise<void> {
  const isForgotten = and(
    eq(checkIns.studioId, studio.id),
    isNull(checkIns.checkedOutAt),
    lte(checkIns.checkedInAt, longestVisitBefore(context.clock.now(), studio)),
  );
  const found = await tx.select().from(checkIns).where(isForgotten).orderBy(asc(checkIns.id)).limit(AT_ONCE);
  // In one order, so that two services never wait for each other.
  for (const customerId of found.map((visit) => visit.customerId).sort((a, b) => a - b)) {
    await lockCustomer(tx, customerId);
  }
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return;
  // Again, under the locks: somebody may have come or gone meanwhile.
  const open = await tx
    .select()
    .from(checkIns)
    .where(and(inArray(checkIns.id, ids), isForgotten))
    .orderBy(asc(checkIns.id));
  if (open.length > 0) await endVisits(context, tx, studio, open);
}

/** Ends visits at the time their longest time was over. The customers are locked. */
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

/** Visitors who came then or earlier, and have not checked out, count as gone. */
export function longestVisitBefore(now: Date, studio: Studio): Date {
  return new Date(now.getTime() - longestVisit(studio));
}

/** Milliseconds. */
function longestVisit(studio: Studio): number {
  return settingsOf(studio).checkIns.longestVisitHours * 3600_000;
}

/** @param onFault called with each studio whose visits could not be ended; those of the others are. */
export async function endForgottenVisits(context: Context, onFault: (fault: unknown) => void): Promise<void> {
  for (const studio of await everyStudio(context.db, onFault)) {
    await context.db.transaction((tx) => endForgotten(context, tx, studio)).catch(onFault);
  }
}
