import { eq } from 'drizzle-orm';
import { calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { setPaymentMethod } from '../../customers/customers.js';
import { studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { bookPayment } from '../account/bookings.js';
import { recordUnknown } from '../attempts/unknown-outcome.js';
import { payments } from '../payments.tables.js';
import { lockSession } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { about, markDeclined, markDone } from './settle-usage.js';
import { takePayment, type LoadedUsage } from './take-payment.js';
import { usages } from './usages.tables.js';

export type UsageResult =
  /** WAS_DONE: another call had brought it to its end, perhaps long ago. */
  | { readonly kind: 'DONE' | 'WAS_DONE' | 'UNKNOWN' }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode };

/**
 * Brings a reserved usage to its end: has the provider take the money with the usage's id as idempotency key,
 * then books. It can be called again and again, and from several places at once: one that is at its end already
 * answers what it came to.
 */
export async function finishUsage(context: Context, usageId: string, traceId: string): Promise<UsageResult> {
  const found = await loadUsage(context.db, usageId);
  if (found.usage.status !== 'RESERVED') return resultOf(found.usage);
  const taking = await takePayment(context, found);
  await context.step('usage.provider-answered');
  if (taking.kind === 'UNKNOWN') {
    await recordUnknown(context, taking.why, {
      studioId: found.studio.id,
      detail: 'no answer to the usage; it stays reserved',
      ...about(found, traceId),
    });
    return { kind: 'UNKNOWN' };
  }
  const result = await context.db.transaction(async (tx): Promise<UsageResult> => {
    await lockSession(tx, found.session.id);
    const { usage } = await loadUsage(tx, usageId);
    if (usage.status !== 'RESERVED') return resultOf(usage);
    const unit = { context, tx, traceId };
    if (taking.kind === 'DECLINED') {
      await markDeclined(unit, found, taking);
      return { kind: 'DECLINED', code: taking.code };
    }
    await markDone(unit, found, taking.reference);
    await book(context, tx, found);
    return { kind: 'DONE' };
  });
  await context.step('usage.committed');
  return result;
}

/** The result of a usage that is at its end. */
function resultOf({ status, failureCode }: LoadedUsage['usage']): UsageResult {
  return status === 'DECLINED' ? { kind: 'DECLINED', code: failureCode ?? 'DECLINED' } : { kind: 'WAS_DONE' };
}

/** A usage with everything it depends on. */
export async function loadUsage(db: Database, usageId: string): Promise<LoadedUsage> {
  const [found] = await db
    .select({ usage: usages, payment: payments, session: paymentSessions, studio: studios })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(eq(usages.id, usageId));
  if (!found) throw new Error('A usage that was just there is gone.');
  return found;
}

async function book(
  context: Context,
  tx: Database,
  { usage, payment, session, studio }: LoadedUsage,
): Promise<void> {
  const { customerId, amount, debtClaimIds } = usage;
  if (customerId === null) throw new Error('A usage outside a sale has no customer.');
  const isInstrument = usage.kind === 'PAYMENT_INSTRUMENT';
  if (isInstrument) {
    await setPaymentMethod(tx, customerId, payment);
    await emit(context, tx, studio.id, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  }
  if (amount === 0) return;
  const bookedAt = context.clock.now();
  await bookPayment(context, tx, {
    customerId,
    by: { kind: 'USAGE', id: usage.id, createdAt: usage.createdAt },
    amount,
    currency: session.currency,
    // What comes with an instrument is credit.
    claimIds: isInstrument ? [] : debtClaimIds,
    today: calendarDateIn(bookedAt, studio.timeZone),
    bookedAt,
  });
}
