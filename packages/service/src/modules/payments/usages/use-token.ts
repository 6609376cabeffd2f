import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError, PaymentDeclinedError } from '../../../core/errors/api-error.js';
import { findResult, keepResult, type KeyedRequest } from '../../../core/idempotency/idempotency.js';
import { customers } from '../../customers/customers.tables.js';
import type { Scope } from '../../integrations/integrations.tables.js';
import { accountTransactions } from '../account/account.tables.js';
import { isReversed } from '../account/bookings.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { lockPayment } from '../payments.js';
import { payments } from '../payments.tables.js';
import { reserveUsage } from '../state.js';
import { finishUsage } from './finish-usage.js';
import { requireUsable, TOKEN_FIELD, type TokenOfPayment } from './token.js';
import { type UsageKind, usages } from './usages.tables.js';

/**
 * Returns whether the effect of a completed usage still holds: its money has not been returned, and payment runs still
 * collect with the instrument that it added, which its provider can still charge.
 */
async function stands(db: Database, usageId: string): Promise<boolean> {
  const [found] = await db
    .select({
      kind: usages.kind,
      customerId: usages.customerId,
      payment: payments,
      booked: accountTransactions.id,
    })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .leftJoin(accountTransactions, eq(accountTransactions.usageId, usages.id))
    .where(eq(usages.id, usageId));
  if (!found) throw new Error('The usage no longer exists.');
  const { kind, customerId, payment, booked } = found;
  if (booked !== null && (await isReversed(db, booked))) return false;
  if (kind !== 'PAYMENT_INSTRUMENT') return true;
  const [standing] = await db
    .select({ method: customers.paymentMethod, instrument: customers.paymentInstrumentId })
    .from(customers)
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, customers.paymentInstrumentId))
    .where(
      and(
        eq(customers.id, customerId ?? 0),
        or(isNull(paymentInstruments.id), ne(paymentInstruments.status, 'DISCARDED')),
      ),
    );
  return standing?.method === payment.paymentMethod && standing.instrument === payment.instrumentId;
}

/** The purpose of a token's use. */
interface UsageRequest {
  readonly kind: UsageKind;
  readonly scope: Scope;
  readonly customerId: number;
  readonly debtClaimIds: readonly number[] | null;
}

/** A usage with the checks that apply only the first time, before the token is reserved. */
export interface CheckedUsage extends UsageRequest {
  /**
   * Checks the request under the session's lock.
   *
   * @returns minor units to be paid; 0 if nothing is paid.
   */
  readonly check: (tx: Database) => Promise<number>;
}

/**
 * Uses a token: reserves it, has the provider take the money, and books it. A repeated request returns the result of
 * the first at any later time, as long as that result still holds. A request that was interrupted, or whose outcome is
 * unknown, is continued with the idempotency key of its usage.
 *
 * @throws ApiError 400, 409 like `requireUsable`; 409 also when the first result has since been undone; 400
 * PAYMENT_DECLINED when the provider refuses, and nothing is booked; 503 when it does not respond, and the token stays
 * reserved.
 */
export async function useToken(
  context: Context,
  found: TokenOfPayment,
  request: CheckedUsage,
  keyed: KeyedRequest,
): Promise<void> {
  const usageId = await reserve(context, found, request, keyed);
  await context.step('usage.reserved');
  const result = await finishUsage(context, usageId, keyed.traceId);
  if (result.kind === 'WAS_DONE' && !(await stands(context.db, usageId))) {
    throw new ApiError('errormessage.payment.token.used', TOKEN_FIELD);
  }
  if (result.kind === 'DECLINED') throw new PaymentDeclinedError(result.code);
  if (result.kind === 'UNKNOWN') throw new ApiError('errormessage.payment.outcome.unknown', TOKEN_FIELD);
}

async function reserve(
  context: Context,
  found: TokenOfPayment,
  request: CheckedUsage,
  keyed: KeyedRequest,
): Promise<string> {
  const made = await findResult(context, context.db, keyed);
  if (made !== null) return made;
  return context.db.transaction(async (tx) => {
    const id = randomUUID();
    const token = await lockPayment(tx, found.session.id, found.payment.id);
    const [earlier] = await tx
      .select()
      .from(usages)
      .where(and(eq(usages.paymentId, token.payment.id), inArray(usages.status, ['RESERVED', 'DONE'])));
    if (earlier) {
      if (earlier.requestHash !== null && keyed.hash.matches(earlier.requestHash))
        return keepResult(context, tx, keyed, earlier.id);
      const problem = earlier.status === 'DONE' ? 'used' : 'pending';
      throw new ApiError(`errormessage.payment.token.${problem}`, TOKEN_FIELD);
    }
    const faster = await keepResult(context, tx, keyed, id);
    if (faster !== id) return faster;
    requireUsable(context, token, request.scope);
    const amount = await request.check(tx);
    const requestHash = keyed.hash.value;
    const { kind, customerId, debtClaimIds } = request;
    const usage = {
      id,
      kind,
      customerId,
      debtClaimIds: debtClaimIds && [...debtClaimIds],
      amount,
      requestHash,
    };
    await reserveUsage({ context, tx, traceId: keyed.traceId }, token, usage);
    return id;
  });
}
