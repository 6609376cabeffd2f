import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { failureMessage } from '../../core/errors/error-message.js';
import { paymentInstruments } from './instruments/instruments.tables.js';
import { withMandateLink } from './mandates/mandate-link.js';
import { LIVE_STATUSES, payments, type PaymentStatus } from './payments.tables.js';
import { requestTokenOf } from './sessions/request-token.js';
import { type LockedPayment, lockSession } from './sessions/sessions.js';

export type Payment = typeof payments.$inferSelect;

/** Statuses in which the provider knows more than we do. */
export function isUndecided(status: PaymentStatus): boolean {
  return status === 'AUTHENTICATED' || status === 'UNKNOWN';
}

/** Statuses that only a provider, or a person at the provider, can change. */
export function isOpenAtProvider(status: PaymentStatus): boolean {
  return isUndecided(status) || status === 'ACTION_REQUIRED';
}

/** Not at its end: of a session, one payment at most. */
export function isLive(status: PaymentStatus): boolean {
  return LIVE_STATUSES.some((live) => live === status);
}

/** @throws ApiError 404 when the session has no such payment. */
export async function findPayment(db: Database, sessionId: string, paymentId: string): Promise<Payment> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.sessionId, sessionId)));
  if (!payment) throw new ApiError('errormessage.payment.not.found', 'id');
  return payment;
}

/** Locks the session of a payment, and reads the payment under the lock. @throws ApiError 404 as `findPayment`. */
export async function lockPayment(
  tx: Database,
  sessionId: string,
  paymentId: string,
): Promise<LockedPayment> {
  const session = await lockSession(tx, sessionId);
  return { session, payment: await findPayment(tx, sessionId, paymentId) };
}

/** The one payment of a session that is alive, or null. */
export async function findLivePayment(db: Database, sessionId: string): Promise<Payment | null> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.sessionId, sessionId), inArray(payments.status, [...LIVE_STATUSES])));
  return payment ?? null;
}

/** A payment as the widget is told about it; with its token when, and only when, it is PREAUTHED. */
export async function describePayment(
  context: Pick<Context, 'keys' | 'publicUrl'>,
  db: Database,
  payment: Payment,
  language: string,
): Promise<PaymentAnswer> {
  const preauthed = payment.status === 'PREAUTHED';
  const answer: PaymentAnswer = {
    id: payment.id,
    paymentMethod: payment.paymentMethod,
    status: payment.status,
    traceId: payment.traceId,
    ...(preauthed ? { paymentRequestToken: requestTokenOf(context, payment) } : {}),
    ...(preauthed ? await describeInstrument(db, payment) : {}),
    ...(payment.instrumentDetails ? { paymentInstrumentDetails: payment.instrumentDetails } : {}),
    ...(payment.failureCode
      ? { failure: { code: payment.failureCode, message: failureMessage(payment.failureCode, language) } }
      : {}),
  };
  return withMandateLink(context, db, answer);
}

/** The token of the stored instrument: the one chosen, or the one that this payment saves. */
async function describeInstrument(db: Database, payment: Payment): Promise<Partial<PaymentAnswer>> {
  if (payment.instrumentId === null || !(payment.saveInstrument || payment.hold === 'STORED')) return {};
  const [instrument] = await db
    .select({ token: paymentInstruments.token })
    .from(paymentInstruments)
    .where(eq(paymentInstruments.id, payment.instrumentId));
  return instrument ? { paymentInstrumentToken: instrument.token } : {};
}
