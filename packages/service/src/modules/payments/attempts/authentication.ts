import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import type { Context } from '../../../core/context.js';
import type { RequestMeta } from '../../../core/http/request-meta.js';
import { keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { findPayment, lockPayment } from '../payments.js';
import { expireSession } from '../sessions/expire-session.js';
import { isPastItsTime, requireValid, type SessionOfStudio } from '../sessions/sessions.js';
import { confirmPayment } from '../state.js';
import { describeWithNextAction } from './next-action.js';
import { resolveFound, resolvePayment } from './resolution.js';

/**
 * Continues a payment (`PUT /payments/{id}/authentication`) by submitting the details to the provider. A decided
 * payment is returned unchanged.
 *
 * @throws ApiError 404 for an unknown payment, 409 for a key that was used with another request.
 */
export async function authenticatePayment(
  context: Context,
  found: SessionOfStudio,
  paymentId: string,
  meta: RequestMeta & KeyedRequest,
): Promise<PaymentAnswer> {
  const reserved = await context.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, found.session.id, paymentId);
    // A repeated request continues like the first one; the key only rejects a different body.
    await keepResult(context, tx, meta, paymentId);
    if (locked.payment.status === 'CREATED') requireValid(locked.session, context.clock.now());
    const payment = await confirmPayment({ context, tx, traceId: meta.traceId }, locked);
    return { payment, session: locked.session, studio: found.studio };
  });
  await context.step('payment.reserved');
  const payment = await resolveFound(context, reserved, meta.traceId);
  return describeWithNextAction(context, found, payment, meta.language);
}

/**
 * Returns the current payment (`GET /payments/{id}`) and queries the provider again if the payment is undecided. An
 * expired session is ended first, so that no unusable token is returned.
 */
export async function pollPayment(
  context: Context,
  found: SessionOfStudio,
  paymentId: string,
  meta: RequestMeta,
): Promise<PaymentAnswer> {
  const { session } = found;
  const payment = await findPayment(context.db, session.id, paymentId);
  if (isPastItsTime(session, context.clock.now())) await expireSession(context, session.id, meta.traceId);
  const current = await resolvePayment(context, payment.id, meta.traceId);
  return describeWithNextAction(context, found, current, meta.language);
}
