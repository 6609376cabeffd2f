import type { Payment as PaymentAnswer } from '@upc/contract/gateway';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { failureMessage } from '../../../core/errors/error-message.js';
import type { RequestHash } from '../../../core/idempotency/request-hash.js';
import { withMandateLink, withoutMandateLink } from '../mandates/mandate-link.js';
import { describePayment, isOpenAtProvider } from '../payments.js';
import { payments } from '../payments.tables.js';
import { requestTokenOf } from './request-token.js';
import { idempotencyKeys } from './sessions.tables.js';

/** A request that carries a key: the same key and the same request get the same answer. */
export interface KeyedRequest {
  readonly sessionId: string;
  readonly key: string;
  readonly hash: RequestHash;
  /** The language of the answer: that of this request, not of the earlier one. */
  readonly language: string;
}

/**
 * The payment that an earlier request with the key led to, or null when there was none. `answer` is null when that
 * request was cut off, and is then found by continuing its payment.
 *
 * @throws ApiError 409 when the earlier request was another one.
 */
export async function findEarlier(
  context: Pick<Context, 'keys' | 'publicUrl'>,
  db: Database,
  { sessionId, key, hash, language }: KeyedRequest,
): Promise<{ paymentId: string; answer: PaymentAnswer | null } | null> {
  const [row] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.sessionId, sessionId), eq(idempotencyKeys.key, key)));
  if (!row) return null;
  if (!hash.matches(row.requestHash)) {
    throw new ApiError('errormessage.payment.idempotency.key.reused', 'Idempotency-Key');
  }
  return {
    paymentId: row.paymentId,
    answer: row.answer && (await restore(context, db, row.answer, language)),
  };
}

/**
 * Keeps the key with the payment it belongs to, in the transaction that makes or reserves the payment.
 *
 * @param made its answer is kept as `keepAnswer` would; null: it is not known yet.
 */
export async function keepKey(
  { clock }: Pick<Context, 'clock'>,
  db: Database,
  { sessionId, key, hash }: KeyedRequest,
  { paymentId, answer }: { readonly paymentId: string; readonly answer: PaymentAnswer | null },
): Promise<void> {
  const kept = answer && toKeep(answer);
  const row = { sessionId, key, requestHash: hash.value, paymentId, answer: kept, createdAt: clock.now() };
  await db.insert(idempotencyKeys).values(row);
}

/** Keeps the answer, unless it only says that nothing is decided yet: then the same request asks again. */
export async function keepAnswer(
  db: Database,
  { sessionId, key }: KeyedRequest,
  answer: PaymentAnswer,
): Promise<void> {
  const kept = toKeep(answer);
  if (kept === null) return;
  await db
    .update(idempotencyKeys)
    .set({ answer: kept })
    .where(and(eq(idempotencyKeys.sessionId, sessionId), eq(idempotencyKeys.key, key)));
}

function toKeep(answer: PaymentAnswer): PaymentAnswer | null {
  if (isOpenAtProvider(answer.status)) return null;
  const { paymentRequestToken: _, ...kept } = withoutMandateLink(answer);
  return kept;
}

/**
 * Token and link give power to whoever has them, so they are made again instead of being kept; not for a payment that
 * was cancelled since, which is answered in its current state.
 */
async function restore(
  context: Pick<Context, 'keys' | 'publicUrl'>,
  db: Database,
  answer: PaymentAnswer,
  language: string,
): Promise<PaymentAnswer> {
  const { failure } = answer;
  if (failure) return { ...answer, failure: { ...failure, message: failureMessage(failure.code, language) } };
  if (answer.status !== 'PREAUTHED') return answer;
  const [payment] = await db.select().from(payments).where(eq(payments.id, answer.id));
  if (!payment) throw new Error('The payment of a kept answer is gone.');
  if (payment.status !== 'PREAUTHED') return describePayment(context, db, payment, language);
  const paymentRequestToken = requestTokenOf(context, payment);
  return withMandateLink(context, db, { ...answer, paymentRequestToken });
}
