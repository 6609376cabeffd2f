import type { FailureCode } from '@upc/contract/gateway';
import { and, eq } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { type EventKind, recordEvent } from '../../../core/events.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { findPayment, isUndecided, type Payment } from '../payments.js';
import { payments } from '../payments.tables.js';
import { lockSession, requireValid } from '../sessions/sessions.js';
import { releasePayment } from './release.js';
import { resolvePayment } from './resolution.js';

/** The reason that the person and the host are told, in this tab and in every other. */
type CancelReason = Extract<FailureCode, 'CANCELLED_BY_PAYER' | 'CANCELLED_ELSEWHERE' | 'EXPIRED'>;

const EVENTS: Readonly<Record<CancelReason, { kind: EventKind; detail: string }>> = {
  CANCELLED_BY_PAYER: { kind: 'ATTEMPT_CANCELLED', detail: 'cancelled by the payer' },
  CANCELLED_ELSEWHERE: { kind: 'ATTEMPT_REPLACED', detail: 'replaced by another attempt' },
  EXPIRED: { kind: 'ATTEMPT_CANCELLED', detail: 'the session has expired' },
};

/**
 * Marks a payment as cancelled and what the provider holds for it as to be given back; in a transaction that
 * holds the session's lock and has read the payment under it. The giving back itself is `releasePayment`, after the
 * commit. Where the provider is just being asked for an intent, `ensureIntent` sees to what it makes.
 */
export async function markCancelled(
  { context, tx, traceId }: UnitOfWork,
  payment: Payment,
  reason: CancelReason,
): Promise<void> {
  await tx
    .update(payments)
    .set({
      status: 'CANCELLED',
      failureCode: reason,
      releaseStatus: payment.providerReference === null ? null : 'DUE',
      updatedAt: context.clock.now(),
    })
    .where(eq(payments.id, payment.id));
  if (payment.instrumentId !== null && payment.hold !== 'STORED') {
    // Only one that was waiting for its token to be used; a saved one stays saved.
    await tx
      .update(paymentInstruments)
      .set({ status: 'DISCARDED' })
      .where(
        and(eq(paymentInstruments.id, payment.instrumentId), eq(paymentInstruments.status, 'COLLECTED')),
      );
  }
  const { id: paymentId, sessionId } = payment;
  await recordEvent(context, tx, { ...EVENTS[reason], traceId, sessionId, paymentId });
}

/**
 * Cancels an attempt at the person's wish. Cancelling a cancelled one changes nothing.
 *
 * @throws ApiError 404 for an unknown payment, 409 when its outcome is not known yet or it has failed.
 */
export async function cancelPayment(
  context: Context,
  sessionId: string,
  paymentId: string,
  traceId: string,
): Promise<Payment> {
  await requireNoLateSuccess(context, sessionId, paymentId, traceId);
  await context.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    const payment = await findPayment(tx, sessionId, paymentId);
    if (payment.status === 'CANCELLED') return;
    requireValid(session, context.clock.now());
    if (isUndecided(payment.status) || session.status === 'USING') {
      throw new ApiError('errormessage.payment.pending', 'id');
    }
    if (payment.status === 'FAILED') {
      throw new ApiError('errormessage.payment.finished', 'id', { status: payment.status });
    }
    await markCancelled({ context, tx, traceId }, payment, 'CANCELLED_BY_PAYER');
  });
  await context.step('cancellation.reserved');
  await releasePayment(context, paymentId, traceId);
  return findPayment(context.db, sessionId, paymentId);
}

/** The person may have agreed at the bank since it was last asked: what is paid by now is not called off. */
async function requireNoLateSuccess(
  context: Context,
  sessionId: string,
  paymentId: string,
  traceId: string,
): Promise<void> {
  const payment = await findPayment(context.db, sessionId, paymentId);
  if (payment.status !== 'ACTION_REQUIRED') return;
  const { status } = await resolvePayment(context, paymentId, traceId);
  if (status === 'PREAUTHED') throw new ApiError('errormessage.payment.finished', 'id', { status });
}
