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
 * Whether what came of a usage that is done still is so: its money has not come back, and the payment runs still collect with
 * the instrument that it brought, which its provider can charge.
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
  if (!found) throw new Error('A usage that was just there is gone.');
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

/** The purpose that a token is used for. */
interface UsageRequest {
  readonly kind: UsageKind;
  readonly scope: Scope;
  readonly customerId: number;
  readonly debtClaimIds: readonly number[] | null;
}

/** A use with the checks that hold only for a first time, before the token is reserved. */
export interface CheckedUsage extends UsageRequest {
  /** @returns minor units to be paid; 0 where nothing is. */
  readonly check: (tx: Database) => Promise<number>;
}

/**
 * Uses a token: reserves it, has the provider do what is left to do, books. The same request again is answered with
 * what came of the first, at any later time, as long as that stands; one that was cut off, or whose outcome is unknown, is
 * continued with the idempotency key of its usage.
 *
 * @throws ApiError 400, 409 as `requireUsable`; 409 also when what came of the first has been undone since; 400
 *   PAYMENT_DECLINED when the provider refuses, and nothing is booked; 503 when it does not answer, and the token stays
 *   reserved.
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
