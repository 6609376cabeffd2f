import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { type CalendarDate, todayAt } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, translate } from '../../../core/i18n/translate.js';
import { fromMinorUnits } from '../../../core/money.js';
import { type CustomerOfStudio, lockCustomer } from '../../customers/customers.js';
import { accountTransactions } from '../account/account.tables.js';
import { isReversed } from '../account/bookings.js';
import { freeCredit, settleDueClaims, sourcesOf } from '../account/credit.js';
import { payments } from '../payments.tables.js';
import { usages } from '../usages/usages.tables.js';
import { debitRefund } from './debits.js';
import { refunds } from './refunds.tables.js';

/** A payment through a provider, and how much of it can still be refunded. */
export interface RefundablePayment {
  readonly transactionId: number;
  readonly currency: string;
  /** Minor units. */
  readonly left: number;
}

/** The part of a refund that goes to one payment. */
export interface RefundPart extends Omit<RefundablePayment, 'left'> {
  /** Minor units. */
  readonly amount: number;
}

export interface ReservedRefunds {
  /** One refund for each payment. */
  readonly refundIds: readonly string[];
  /** Total in minor units. */
  readonly amount: number;
}

/** Divides an amount over payments in their order. Anything beyond their total is left out. */
export function divideRefund(amount: number, refundable: readonly RefundablePayment[]): RefundPart[] {
  let missing = amount;
  return refundable.flatMap(({ left, ...payment }) => {
    const part = Math.min(missing, left);
    missing -= part;
    return part > 0 ? [{ ...payment, amount: part }] : [];
  });
}

/**
 * Reserves refunds of a customer's credit, to the payments that it came from, newest first. From now on the credit is
 * used up; the queue of refunds has the providers pay it out. This runs under the person's lock, so that nothing else
 * uses the same credit and no payment is refunded twice.
 *
 * @param amount minor units; null refunds all credit that can be refunded.
 * @throws ApiError 400 when the amount is more than can be refunded, or nothing can be.
 */
export async function reserveRefunds(
  unit: UnitOfWork,
  of: CustomerOfStudio,
  amount: number | null,
): Promise<ReservedRefunds> {
  const found = await loadRefundable(unit, of);
  const { limit } = found;
  const asked = amount ?? limit;
  if (limit > 0 && asked <= limit) return reserve(unit, of, found, asked);
  const inUnits = (minor: number) => fromMinorUnits(minor, of.studio.currency);
  const problem =
    limit === 0
      ? textPart('problem.amount.nothingToRefund')
      : textPart('problem.amount.atMost', { limit: inUnits(limit) });
  throw new ApiError('errormessage.payment.amount.invalid', 'amount', { given: inUnits(asked), problem });
}

/**
 * Reserves refunds like `reserveRefunds`, of as much of an amount as can be refunded now, which may be nothing.
 *
 * @param first the transactions of payments that are refunded before any other
 */
export async function reserveRefundsUpTo(
  unit: UnitOfWork,
  of: CustomerOfStudio,
  amount: number,
  first: readonly number[],
): Promise<ReservedRefunds> {
  const found = await loadRefundable(unit, of, first);
  return reserve(unit, of, found, Math.min(amount, found.limit));
}

interface Refundable {
  readonly today: CalendarDate;
  readonly payments: readonly RefundablePayment[];
  /** Total in minor units that can be refunded. */
  readonly limit: number;
}

async function loadRefundable(
  { context, tx }: UnitOfWork,
  { studio, customerId }: CustomerOfStudio,
  first: readonly number[] = [],
): Promise<Refundable> {
  const today = todayAt(context, studio);
  await lockCustomer(tx, customerId);
  await settleDueClaims(context, tx, customerId, today);
  const credit = await refundableCredit(context, tx, customerId);
  const refundable = await refundablePayments(tx, customerId, { wanted: credit, first });
  const limit = Math.min(credit, sumOf(refundable));
  return { today, payments: refundable, limit };
}

async function reserve(
  { context, tx, traceId }: UnitOfWork,
  { studio, customerId }: CustomerOfStudio,
  { today, payments: refundable }: Refundable,
  amount: number,
): Promise<ReservedRefunds> {
  const createdAt = context.clock.now();
  const refundIds: string[] = [];
  const description = translate(studio.language, 'claim.refund');
  for (const part of divideRefund(amount, refundable)) {
    const id = randomUUID();
    const claimId = await debitRefund(tx, { ...part, customerId, description, today });
    await tx
      .insert(refunds)
      .values({ ...part, id, customerId, claimId, status: 'RESERVED', createdAt, traceId });
    refundIds.push(id);
  }
  return { refundIds, amount };
}

/**
 * Returns the free credit, in minor units, that came from payments or from fees that are owed no more. Credit that the
 * studio has granted, such as that of a voucher, is never paid out.
 */
async function refundableCredit(
  context: Pick<Context, 'memberships'>,
  tx: Database,
  customerId: number,
): Promise<number> {
  const paid = (await sourcesOf(tx, customerId)).filter(({ isGranted }) => !isGranted);
  return Math.min(sumOf(paid), await freeCredit(context, tx, customerId));
}

/**
 * Returns as many of the customer's payments through providers as cover an amount, newest first, with the part that is
 * neither refunded nor about to be. Payments that the bank has returned are left out.
 */
async function refundablePayments(
  tx: Database,
  customerId: number,
  { wanted, first }: { readonly wanted: number; readonly first: readonly number[] },
): Promise<RefundablePayment[]> {
  const { id, amount, currency, usageId, chargeId } = accountTransactions;
  const refunded = tx
    .select({ total: sql`coalesce(sum(${refunds.amount}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.transactionId, id), inArray(refunds.status, ['RESERVED', 'DONE'])));
  const rows = await tx
    .select({
      transactionId: id,
      currency,
      left: sql<number>`${amount} - (${refunded})`.mapWith(Number),
    })
    .from(accountTransactions)
    .leftJoin(usages, eq(usages.id, usageId))
    .leftJoin(payments, eq(payments.id, usages.paymentId))
    .where(
      and(
        eq(accountTransactions.customerId, customerId),
        // A payment without a provider was made in cash or by bank transfer.
        or(isNotNull(chargeId), isNotNull(payments.provider)),
      ),
    )
    .orderBy(...(first.length > 0 ? [desc(inArray(id, [...first]))] : []), desc(id));
  const found: RefundablePayment[] = [];
  for (const row of rows) {
    if (sumOf(found) >= wanted) break;
    if (row.left > 0 && !(await isReversed(tx, row.transactionId))) found.push(row);
  }
  return found;
}

const sumOf = (parts: readonly { readonly left: number }[]): number =>
  parts.reduce((sum, { left }) => sum + left, 0);
