import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Context } from '../context.js';
import { reservedSales } from '../memberships/sales/find-sales.js';
import { finishSale } from '../memberships/sales/finish-sale.js';
import { expireSession, findExpired } from '../payments/expiry.js';
import { releasePayment } from '../payments/release.js';
import { resolvePayment } from '../payments/resolution.js';
import { finishUsage } from '../payments/usages/finish-usage.js';
import { payments, usages } from '../store/schema.js';

/**
 * One round of what has to be brought to its end: usages that are reserved, payments that are undecided,
 * what is to be given back, sessions past their time. Everything goes forward with the idempotency keys it
 * has, so that a round may run beside requests and beside the rounds of other services.
 *
 * @param untouchedFor milliseconds that something must have been left alone: requests are given the time to
 *   finish what they began. 0 after a start, when nobody can be at it any more.
 * @param onFault told about each thing that could not be finished; the others go on.
 */
export async function runRound(
  context: Context,
  untouchedFor: number,
  onFault: (fault: unknown) => void,
): Promise<void> {
  const traceId = randomUUID();
  const before = new Date(context.clock.now().getTime() - untouchedFor);
  const each = async (ids: string[], work: (id: string) => Promise<unknown>) => {
    for (const id of ids) await work(id).catch(onFault);
  };
  await each(await reservedUsages(context, before), (id) => finishUsage(context, id, traceId));
  await each(await reservedSales(context, before), (id) => finishSale(context, id, traceId));
  await each(await undecidedPayments(context, before), (id) => resolvePayment(context, id, traceId));
  await each(await findExpired(context), (id) => expireSession(context, id, traceId));
  await each(await dueReleases(context), (id) => releasePayment(context, id, traceId));
}

async function reservedUsages({ db }: Context, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: usages.id })
    .from(usages)
    .where(and(eq(usages.status, 'RESERVED'), isNull(usages.saleId), lte(usages.createdAt, before)));
  return rows.map(({ id }) => id);
}

async function undecidedPayments({ db }: Context, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']), lte(payments.updatedAt, before)));
  return rows.map(({ id }) => id);
}

async function dueReleases({ db }: Context): Promise<string[]> {
  const rows = await db.select({ id: payments.id }).from(payments).where(eq(payments.releaseStatus, 'DUE'));
  return rows.map(({ id }) => id);
}
