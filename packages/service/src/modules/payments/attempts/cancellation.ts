import type { Context } from '../../../core/context.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { findPayment, isUndecided, lockPayment, type Payment } from '../payments.js';
import { requireValid } from '../sessions/sessions.js';
import { markCancelled } from '../state.js';
import { releasePayment } from './release.js';
import { requireNoLateSuccess } from './resolution.js';

/**
 * Cancels an attempt at the person's request. Cancelling it again changes nothing.
 *
 * @throws ApiError 404 for an unknown payment, 409 when its outcome is not known yet or it has failed.
 */
export async function cancelPayment(
  context: Context,
  sessionId: string,
  paymentId: string,
  traceId: string,
): Promise<Payment> {
  const finished = (status: Payment['status']) =>
    new ApiError('errormessage.payment.finished', 'id', { status });
  await requireNoLateSuccess(context, await findPayment(context.db, sessionId, paymentId), finished, traceId);
  await context.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, sessionId, paymentId);
    const { session, payment } = locked;
    if (payment.status === 'CANCELLED') return;
    requireValid(session, context.clock.now());
    if (isUndecided(payment.status) || session.status === 'USING') {
      throw new ApiError('errormessage.payment.pending', 'id');
    }
    if (payment.status === 'FAILED') throw finished(payment.status);
    await markCancelled({ context, tx, traceId }, locked, 'CANCELLED_BY_PAYER');
  });
  await context.step('cancellation.reserved');
  await releasePayment(context, paymentId, traceId);
  return findPayment(context.db, sessionId, paymentId);
}
