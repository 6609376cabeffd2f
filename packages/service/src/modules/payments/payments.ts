import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { failureMessage } from '../../core/errors/error-message.js';
import { paymentInstruments } from './instruments/instruments.tables.js';
import { withMandateLink } from './mandates/mandate-link.js';
import { LIVE_STATUSES, payments, type PaymentStatus } from './payments.tables.js';
import { requestTokenOf } from './sessions/request-token.js';
import type { LockedPayment } from './sessions/sessions.js';
import { paymentSessions } from './sessions/sessions.tables.js';

export type Payment = typeof payments.$inferSelect;

/** Returns whether the provider may know an outcome that this service does not know yet. */
export function isUndecided(status: PaymentStatus): boolean {
  return status === 'AUTHENTICATED' || status === 'UNKNOWN';
}

/** Returns whether only the provider, or a person at the provider, can change the status. */
export function isOpenAtProvider(status: PaymentStatus): boolean {
  return isUndecided(status) || status === 'ACTION_REQUIRED';
}

/** Returns whether a payment has not ended. A session has at most one such payment. */
export function isLive(status: PaymentStatus): boolean {
  return LIVE_STATUSES.some((live) => live === status);
}

/**
 * Finds a payment of a session.
 *
 * @throws ApiError 404 when the session has no such payment.
 */
export async function findPayment(db: Database, sessionId: string, paymentId: string): Promise<Payment> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.sessionId, sessionId)));
  if (!payment) throw new ApiError('errormessage.payment.not.found', 'id');
  return payment;
}

/**
 * Locks the session of a payment and reads the payment under that lock. The payment's own row is locked too, because a
 * statement that waits for a lock reads only locked rows again.
 *
 * @throws ApiError 404 like `findPayment`.
 */
export async function lockPayment(
  tx: Database,
  sessionId: string,
  paymentId: string,
): Promise<LockedPayment> {
  const [locked] = await tx
    .select({ session: paymentSessions, payment: payments })
    .from(paymentSessions)
    .innerJoin(payments, eq(payments.sessionId, paymentSessions.id))
    .where(and(eq(paymentSessions.id, sessionId), eq(payments.id, paymentId)))
    // PostgreSQL locks the tables in this order.
    .for('update', { of: [paymentSessions, payments] })
    .prepare('lock_payment')
    .execute();
  if (!locked) throw new ApiError('errormessage.payment.not.found', 'id');
  return { session: { ...locked.session, isLocked: true }, payment: locked.payment };
}

/** Finds the one live payment of a session, or null. */
export async function findLivePayment(db: Database, sessionId: string): Promise<Payment | null> {
  const [payment] = await db.select().from(payments).where(isLivePaymentOf(sessionId));
  return payment ?? null;
}

/** Matches the one live payment of a session. */
export function isLivePaymentOf(sessionId: string | PgColumn): SQL | undefined {
  return and(eq(payments.sessionId, sessionId), inArray(payments.status, [...LIVE_STATUSES]));
}

/** Describes a payment for the widget. It includes the token only while the payment is PREAUTHED. */
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

/** Returns the token of the stored instrument: the chosen one, or the one that this payment saves. */
async function describeInstrument(db: Database, payment: Payment): Promise<Partial<PaymentAnswer>> {
  if (payment.instrumentId === null || !(payment.saveInstrument || payment.hold === 'STORED')) return {};
  const [instrument] = await db
    .select({ token: paymentInstruments.token })
    .from(paymentInstruments)
    .where(eq(paymentInstruments.id, payment.instrumentId));
  return instrument ? { paymentInstrumentToken: instrument.token } : {};
}
