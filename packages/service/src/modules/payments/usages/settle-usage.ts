import { eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../../core/context.js';
import { recordEvent } from '../../../core/events.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import type { TakePaymentResult, LoadedUsage } from './take-payment.js';
import { usages } from './usages.tables.js';

/** Nothing is booked; the token stays as the provider says: good for another try, or gone. */
export async function markDeclined(
  { context, tx, traceId }: UnitOfWork,
  { usage, payment, session, ...found }: LoadedUsage,
  { code, tokenIsGone }: Extract<TakePaymentResult, { kind: 'DECLINED' }>,
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
      .set({
        status: 'FAILED',
        failureCode: code,
        // Refused does not say that nothing is held: the provider is asked, and what it holds is given back.
        releaseStatus: payment.providerReference === null ? null : 'DUE',
        updatedAt: now,
      })
      .where(eq(payments.id, payment.id));
  }
  await recordEvent(context, tx, {
    kind: 'USAGE_DECLINED',
    detail: code,
    ...about({ usage, payment, session, ...found }, traceId),
  });
}

/**
 * A usage of a sale of which another was refused: its token is good for another try. Where its money was taken already, the
 * token is gone, and the money given back.
 *
 * @param reference the provider's, of what was taken; null: nothing was.
 */
export async function markUndone(
  unit: UnitOfWork,
  { usage, payment, session }: LoadedUsage,
  reference: string | null,
): Promise<void> {
  const { context, tx, traceId } = unit;
  const now = context.clock.now();
  await tx
    .update(usages)
    .set({ status: 'DECLINED', providerReference: reference, finishedAt: now })
    .where(eq(usages.id, usage.id));
  await tx.update(paymentSessions).set({ status: 'OPEN' }).where(eq(paymentSessions.id, session.id));
  if (reference !== null) {
    await tx
      .update(payments)
      // The refusal is another token's: it does not count as a failed attempt of this one.
      .set({ status: 'FAILED', failureCode: 'PROCESSING_ERROR', releaseStatus: 'DUE', updatedAt: now })
      .where(eq(payments.id, payment.id));
  }
  await recordEvent(context, tx, {
    kind: 'USAGE_DECLINED',
    detail: reference === null ? 'another token was refused' : 'another token was refused; it is given back',
    traceId,
    sessionId: session.id,
    paymentId: payment.id,
  });
}

/** The usage is done, its session used; what was collected is kept, where that was asked for. */
export async function markDone(
  { context, tx, traceId }: UnitOfWork,
  found: LoadedUsage,
  providerReference: string | null,
): Promise<void> {
  const { usage, payment, session } = found;
  const now = context.clock.now();
  await tx
    .update(usages)
    .set({ status: 'DONE', providerReference, finishedAt: now })
    .where(eq(usages.id, usage.id));
  await tx.update(paymentSessions).set({ status: 'USED' }).where(eq(paymentSessions.id, session.id));
  if (payment.instrumentId !== null && payment.hold !== 'STORED') {
    await tx
      .update(paymentInstruments)
      .set({ status: payment.saveInstrument ? 'ACTIVE' : 'DISCARDED' })
      .where(eq(paymentInstruments.id, payment.instrumentId));
  }
  await recordEvent(context, tx, { kind: 'USAGE_DONE', detail: usage.kind, ...about(found, traceId) });
}

export function about(
  { session, payment }: LoadedUsage,
  traceId: string,
): { traceId: string; sessionId: string; paymentId: string } {
  return { traceId, sessionId: session.id, paymentId: payment.id };
}
