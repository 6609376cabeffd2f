import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context, UnitOfWork } from '../../context.js';
import { ApiError, PaymentDeclinedError } from '../../errors/api-error.js';
import type { Database } from '../../store/database.js';
import { paymentSessions, usages, type Scope, type UsageKind } from '../../store/schema.js';
import { recordEvent } from '../events.js';
import { findMade, keepMade, type PartnerRequest } from '../../requests/partner-request.js';
import { finishUsage } from './finish-usage.js';
import { lockToken, requireUsable, TOKEN_FIELD, type LockedToken, type TokenOfPayment } from './token.js';

/** The purpose and the amount that a token is used for. */
export interface UsageRequest {
  readonly kind: UsageKind;
  readonly scope: Scope;
  readonly customerId: number;
  /** Minor units; 0 where nothing is paid. */
  readonly amount: number;
  readonly debtClaimIds: readonly number[] | null;
}

/** A use with the checks that hold only for a first time, before the token is reserved. */
export interface CheckedUsage extends UsageRequest {
  readonly check: (tx: Database) => Promise<void>;
}

/**
 * Uses a token: reserves it, has the provider do what is left to do, books. The same request again is answered with
 * what came of the first, at any later time; one that was cut off, or whose outcome is unknown, is continued with the
 * idempotency key of its usage.
 *
 * @throws ApiError 400, 409 as `requireUsable`; 400 PAYMENT_DECLINED when the provider refuses, and nothing
 *   is booked; 503 when it does not answer, and the token stays reserved.
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
      if (isSame(earlier, request)) return keepMade(context, tx, partner, earlier.id);
      const problem = earlier.status === 'DONE' ? 'used' : 'pending';
      throw new ApiError(`errormessage.payment.token.${problem}`, TOKEN_FIELD);
    }
    const faster = await keepMade(context, tx, partner, id);
    if (faster !== id) return faster;
    requireUsable(token, request.scope, context.clock.now());
    await request.check(tx);
    await insertUsage({ context, tx, traceId: partner.traceId }, token, { ...request, id });
    return id;
  });
}

/** Reserves a token that is usable. */
export async function insertUsage(
  { context, tx, traceId }: UnitOfWork,
  { payment, session }: LockedToken,
  request: Omit<UsageRequest, 'customerId'> & { id: string; customerId: number | null; saleId?: string },
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

function isSame(earlier: typeof usages.$inferSelect, request: UsageRequest): boolean {
  return (
    earlier.kind === request.kind &&
    earlier.customerId === request.customerId &&
    earlier.amount === request.amount &&
    JSON.stringify(earlier.debtClaimIds) === JSON.stringify(request.debtClaimIds)
  );
}
