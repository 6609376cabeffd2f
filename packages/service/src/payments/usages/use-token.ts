import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../context.js';
import { ApiError, PaymentDeclinedError } from '../../errors/api-error.js';
import type { Database } from '../../store/database.js';
import { paymentSessions, usages, type Scope, type UsageKind } from '../../store/schema.js';
import { recordEvent } from '../events.js';
import { findMade, keepMade, type PartnerRequest } from '../../requests/partner-request.js';
import { finishUsage } from './finish-usage.js';
import { stands } from './stands.js';
import { lockToken, requireUsable, TOKEN_FIELD, type LockedToken, type TokenOfPayment } from './token.js';

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
  partner: PartnerRequest,
): Promise<void> {
  const usageId = await reserve(context, found, request, partner);
  await context.step('usage.reserved');
  const result = await finishUsage(context, usageId, partner.traceId);
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
  partner: PartnerRequest,
): Promise<string> {
  const made = await findMade(context, context.db, partner);
  if (made !== null) return made;
  return context.db.transaction(async (tx) => {
    const id = randomUUID();
    const token = await lockToken(tx, found);
    const [earlier] = await tx
      .select()
      .from(usages)
      .where(and(eq(usages.paymentId, token.payment.id), inArray(usages.status, ['RESERVED', 'DONE'])));
    if (earlier) {
      if (earlier.requestHash !== null && partner.hash.matches(earlier.requestHash))
        return keepMade(context, tx, partner, earlier.id);
      const problem = earlier.status === 'DONE' ? 'used' : 'pending';
      throw new ApiError(`errormessage.payment.token.${problem}`, TOKEN_FIELD);
    }
    const faster = await keepMade(context, tx, partner, id);
    if (faster !== id) return faster;
    requireUsable(context, token, request.scope);
    const amount = await request.check(tx);
    const requestHash = partner.hash.value;
    await insertUsage({ context, tx, traceId: partner.traceId }, token, {
      ...request,
      id,
      amount,
      requestHash,
    });
    return id;
  });
}

/** Reserves a token that is usable. */
export async function insertUsage(
  { context, tx, traceId }: UnitOfWork,
  { payment, session }: LockedToken,
  request: Omit<UsageRequest, 'customerId'> & {
    readonly id: string;
    readonly customerId: number | null;
    /** Minor units. */
    readonly amount: number;
    readonly saleId?: string;
    readonly requestHash?: string;
  },
): Promise<void> {
  const { id } = request;
  await tx.insert(usages).values({
    id,
    paymentId: payment.id,
    kind: request.kind,
    saleId: request.saleId ?? null,
    customerId: request.customerId,
    amount: request.amount,
    debtClaimIds: request.debtClaimIds && [...request.debtClaimIds],
    requestHash: request.requestHash ?? null,
    status: 'RESERVED',
    createdAt: context.clock.now(),
    traceId,
  });
  await tx.update(paymentSessions).set({ status: 'USING' }).where(eq(paymentSessions.id, session.id));
  await recordEvent(context, tx, {
    kind: 'USAGE_RESERVED',
    detail: request.kind,
    traceId,
    sessionId: session.id,
    paymentId: payment.id,
  });
}
