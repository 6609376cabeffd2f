import { eq } from 'drizzle-orm';
import type { Context } from '../../context.js';
import { bookPayment } from '../../customers/claims.js';
import type { DeclineCode } from '../../providers/provider.js';
import type { Database } from '../../store/database.js';
import {
  customers,
  paymentInstruments,
  payments,
  paymentSessions,
  studios,
  usages,
} from '../../store/schema.js';
import { recordEvent } from '../events.js';
import { lockSession } from '../sessions.js';
import { takePayment, type Taking } from './take-payment.js';
import type { UsageInHand } from './usage-in-hand.js';

export type UsageResult =
  | { readonly kind: 'DONE' | 'UNKNOWN' | 'FINISHED_ELSEWHERE' }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode };

/**
 * Brings a reserved usage to its end: has the provider take the money with the usage's id as idempotency key,
 * then books. It can be called again and again, and from several places at once.
 */
export async function finishUsage(context: Context, usageId: string, traceId: string): Promise<UsageResult> {
  const found = await load(context.db, usageId);
  if (found.usage.status !== 'RESERVED') return { kind: 'FINISHED_ELSEWHERE' };
  const taking = await takePayment(context, found);
  await context.step('usage.provider-answered');
  if (taking.kind === 'UNKNOWN') {
    await recordEvent(context, context.db, {
      kind: 'PROVIDER_SILENT',
      detail: 'no answer to the usage; it stays reserved',
      ...about(found, traceId),
    });
    return { kind: 'UNKNOWN' };
  }
  const result = await context.db.transaction(async (tx): Promise<UsageResult> => {
    await lockSession(tx, found.session.id);
    const { usage } = await load(tx, usageId);
    if (usage.status !== 'RESERVED') return { kind: 'FINISHED_ELSEWHERE' };
    if (taking.kind === 'DECLINED') {
      await decline(context, tx, found, taking, traceId);
      return { kind: 'DECLINED', code: taking.code };
    }
    await complete(context, tx, found, taking.reference, traceId);
    return { kind: 'DONE' };
  });
  await context.step('usage.committed');
  return result;
}

async function load(db: Database, usageId: string): Promise<UsageInHand> {
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

/** Nothing is booked; the token stays as the provider says: good for another try, or gone. */
async function decline(
  context: Context,
  tx: Database,
  { usage, payment, session, ...found }: UsageInHand,
  { code, tokenIsGone }: Extract<Taking, { kind: 'DECLINED' }>,
  traceId: string,
): Promise<void> {
  const now = context.clock.now();
  await tx
    .update(usages)
    .set({ status: 'DECLINED', failureCode: code, finishedAt: now })
    .where(eq(usages.id, usage.id));
  await tx.update(paymentSessions).set({ status: 'OPEN' }).where(eq(paymentSessions.id, session.id));
  if (tokenIsGone) {
    await tx
      .update(payments)
      .set({ status: 'FAILED', failureCode: code, updatedAt: now })
      .where(eq(payments.id, payment.id));
  }
  await recordEvent(context, tx, {
    kind: 'USAGE_DECLINED',
    detail: code,
    ...about({ usage, payment, session, ...found }, traceId),
  });
}

async function complete(
  context: Context,
  tx: Database,
  found: UsageInHand,
  providerReference: string | null,
  traceId: string,
): Promise<void> {
  const { usage, payment, session } = found;
  const now = context.clock.now();
  await tx
    .update(usages)
    .set({ status: 'DONE', providerReference, finishedAt: now })
    .where(eq(usages.id, usage.id));
  await tx.update(paymentSessions).set({ status: 'USED' }).where(eq(paymentSessions.id, session.id));
  if (usage.kind === 'ACCOUNT_PAYMENT') {
    const { customerId, amount, debtClaimIds: claimIds } = usage;
    const { currency } = session;
    await bookPayment(tx, { customerId, usageId: usage.id, amount, currency, claimIds, bookedAt: now });
  } else {
    await tx
      .update(customers)
      .set({ paymentInstrumentId: payment.instrumentId })
      .where(eq(customers.id, usage.customerId));
  }
  if (payment.instrumentId !== null && payment.hold !== 'STORED') {
    await tx
      .update(paymentInstruments)
      .set({ status: payment.saveInstrument ? 'ACTIVE' : 'DISCARDED' })
      .where(eq(paymentInstruments.id, payment.instrumentId));
  }
  await recordEvent(context, tx, { kind: 'USAGE_DONE', detail: usage.kind, ...about(found, traceId) });
}

function about({ session, payment }: UsageInHand, traceId: string) {
  return { traceId, sessionId: session.id, paymentId: payment.id };
}
