import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { activeMembership } from '../aggregators/members.js';
import { requireAdmission } from '../aggregators/partner.js';
import { type CustomerOfStudio, customerOfStudio, lockCustomer } from '../customers/customers.js';
import { settingsOf } from '../studios/settings/studio-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { accessRestrictions } from './access-restrictions.js';
import { checkIns } from './check-ins.tables.js';
import { endVisits } from './forgotten-visits.job.js';

type Needs = Pick<Context, 'clock'>;

/**
 * Checks a customer in. An aggregator's member is admitted only if the aggregator confirms it.
 *
 * @returns the id of the check-in.
 * @throws ApiError 404 if the studio has no such customer; 403 if the studio denies access; 409 if the customer is
 * already checked in; 403 or 503 if the aggregator refuses or does not respond.
 */
export async function checkIn(
  context: Context,
  tx: Database,
  studio: Studio,
  customerId: number,
): Promise<number> {
  await customerOfStudio(tx, studio.id, customerId);
  const member = await activeMembership(tx, studio, customerId);
  if (member) await requireAdmission(context, tx, studio, member);
  await lockCustomer(tx, customerId);
  const restrictions = await accessRestrictions(tx, studio, [customerId], todayAt(context, studio));
  if (restrictions.length > 0) throw new ApiError('errormessage.checkin.refused', 'customerId');
  if (await endVisit(context, tx, { studio, customerId }, 'FORGOTTEN')) {
    throw new ApiError('errormessage.checkin.present', 'customerId');
  }
  const checkedInAt = context.clock.now();
  const [made] = await tx
    .insert(checkIns)
    .values({ studioId: studio.id, customerId, checkedInAt, goneAt: goneAfter(checkedInAt, studio) })
    .returning({ id: checkIns.id });
  if (!made) throw new Error('The check-in was not inserted.');
  await emit(context, tx, studio.id, { type: 'CUSTOMER_CHECKIN', entityId: customerId });
  return made.id;
}

/** Returns the time from which a customer who does not check out counts as gone. */
function goneAfter(checkedInAt: Date, studio: Studio): Date {
  return new Date(checkedInAt.getTime() + settingsOf(studio).checkIns.longestVisitHours * 3600_000);
}

/** Checks a customer out. @throws ApiError 404 if the customer belongs to another studio; 409 if not checked in. */
export async function checkOut(
  context: Context,
  tx: Database,
  studio: Studio,
  customerId: number,
): Promise<void> {
  await customerOfStudio(tx, studio.id, customerId);
  await lockCustomer(tx, customerId);
  if (!(await endVisit(context, tx, { studio, customerId }, 'ALL'))) {
    throw new ApiError('errormessage.checkin.absent', 'customerId');
  }
  await emit(context, tx, studio.id, { type: 'CUSTOMER_CHECKOUT', entityId: customerId });
}

export interface Utilization {
  /** Number of people who are currently checked in. */
  readonly count: number;
  /** null if the studio has not set one. */
  readonly capacity: number | null;
}

export async function utilization(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
): Promise<Utilization> {
  const isThere = and(
    eq(checkIns.studioId, studio.id),
    isNull(checkIns.checkedOutAt),
    gt(checkIns.goneAt, clock.now()),
  );
  const [found] = await db.select({ count: count() }).from(checkIns).where(isThere);
  return { count: found?.count ?? 0, capacity: settingsOf(studio).checkIns.capacity };
}

/**
 * Ends an open visit: now, or at its maximum length if the customer left without checking out. The customer must be
 * locked.
 *
 * @param which FORGOTTEN leaves a visit open if it has not reached the maximum length.
 * @returns whether the customer is present, or was until now.
 */
async function endVisit(
  context: Needs,
  tx: Database,
  { studio, customerId }: CustomerOfStudio,
  which: 'FORGOTTEN' | 'ALL',
): Promise<boolean> {
  const isOpen = and(eq(checkIns.customerId, customerId), isNull(checkIns.checkedOutAt));
  const [visit] = await tx.select().from(checkIns).where(isOpen);
  if (!visit) return false;
  const now = context.clock.now();
  const isForgotten = visit.goneAt <= now;
  if (!isForgotten && which === 'FORGOTTEN') return true;
  if (isForgotten) await endVisits(context, tx, studio, [visit]);
  else await tx.update(checkIns).set({ checkedOutAt: now }).where(eq(checkIns.id, visit.id));
  return !isForgotten;
}
