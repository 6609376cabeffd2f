import { and, asc, eq, gt, inArray, isNull, lte, type SQL } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { formatDateTime } from '../../core/date-time.js';
import { lockCustomer } from '../customers/customers.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { checkIns } from './check-ins.tables.js';

/** Number of visits that are found at once. */
const AT_ONCE = 100;

type VisitedStudio = Pick<Studio, 'id' | 'timeZone'>;

/**
 * Ends the visits of customers who have left a studio without checking out, and notifies partners: one event per studio
 * for the visits that are found together.
 *
 * @param onFault called for each studio whose visits could not be ended; those of the others still are.
 */
export async function endForgottenVisits(
  context: Context,
  onFault: (fault: unknown) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { db, clock } = context;
  let ended = 0;
  for (let after = 0; ;) {
    const found = await db
      .select({ id: checkIns.id, studio: { id: studios.id, timeZone: studios.timeZone } })
      .from(checkIns)
      .innerJoin(studios, eq(studios.id, checkIns.studioId))
      .where(and(isForgotten(clock.now()), gt(checkIns.id, after)))
      .orderBy(asc(checkIns.id))
      .limit(AT_ONCE);
    const byStudio = new Map(found.map(({ studio }) => [studio.id, studio]));
    for (const studio of byStudio.values()) {
      if (signal?.aborted) return ended;
      const ids = found.filter((visit) => visit.studio.id === studio.id).map(({ id }) => id);
      try {
        ended += await db.transaction((tx) => endForgotten(context, tx, studio, ids));
      } catch (fault) {
        onFault(fault);
      }
    }
    after = found.at(-1)?.id ?? after;
    if (found.length < AT_ONCE) return ended;
  }
}

async function endForgotten(
  context: Context,
  tx: Database,
  studio: VisitedStudio,
  ids: readonly number[],
): Promise<number> {
  const areMeant = and(inArray(checkIns.id, [...ids]), isForgotten(context.clock.now()));
  const found = await tx.select({ customerId: checkIns.customerId }).from(checkIns).where(areMeant);
  // The fixed order prevents two services from waiting for each other.
  for (const customerId of found.map((visit) => visit.customerId).sort((a, b) => a - b)) {
    await lockCustomer(tx, customerId);
  }
  // The visits are read again under the locks, because customers may have checked in or out in the meantime.
  const open = await tx.select().from(checkIns).where(areMeant).orderBy(asc(checkIns.id));
  if (open.length > 0) await endVisits(context, tx, studio, open);
  return open.length;
}

function isForgotten(now: Date): SQL | undefined {
  return and(isNull(checkIns.checkedOutAt), lte(checkIns.goneAt, now));
}

/** Ends visits at the time from which their customers count as gone. The customers must be locked. */
export async function endVisits(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studio: VisitedStudio,
  visits: readonly (typeof checkIns.$inferSelect)[],
): Promise<void> {
  const checkouts = [];
  for (const { id, customerId, goneAt } of visits) {
    await tx.update(checkIns).set({ checkedOutAt: goneAt }).where(eq(checkIns.id, id));
    checkouts.push({ customerId, checkoutTime: formatDateTime(goneAt, studio.timeZone) });
  }
  await emit(context, tx, studio.id, {
    type: 'AUTOMATIC_CUSTOMER_CHECKOUT',
    entityId: studio.id,
    content: { checkouts },
  });
}
