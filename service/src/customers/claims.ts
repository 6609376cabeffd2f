import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { ApiError } from '../errors/api-error.js';
import { textPart, type TextPart } from '../i18n/translate.js';
import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { accountTransactions, claimPayments, debtClaims } from '../store/schema.js';

export interface OpenClaim {
  readonly id: number;
  /** Minor units. */
  readonly open: number;
}

/** What a customer still has to pay, oldest first; `dueUntil` leaves out what falls due after that day. */
export async function openClaims(
  db: Database,
  customerId: number,
  dueUntil?: CalendarDate,
): Promise<OpenClaim[]> {
  const paid = db
    .select({
      claimId: claimPayments.claimId,
      total: sql<string | null>`sum(${claimPayments.amount})`.as('total'),
    })
    .from(claimPayments)
    .groupBy(claimPayments.claimId)
    .as('paid');
  const rows = await db
    .select({ id: debtClaims.id, amount: debtClaims.amount, paid: paid.total })
    .from(debtClaims)
    .leftJoin(paid, eq(paid.claimId, debtClaims.id))
    .where(
      and(eq(debtClaims.customerId, customerId), dueUntil ? lte(debtClaims.dueDate, dueUntil) : undefined),
    )
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
  return rows
    .map(({ id, amount, paid: total }) => ({ id, open: amount - Number(total ?? 0) }))
    .filter(({ open }) => open > 0);
}

/**
 * Checks that named claims can be paid with an amount.
 *
 * @throws ApiError 400 when one is not an open claim of the customer, or the amount is more than they are.
 */
export async function checkClaims(
  db: Database,
  customerId: number,
  claimIds: readonly number[],
  amount: number,
): Promise<void> {
  const open = await openClaims(db, customerId);
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.claims.invalid', 'debtClaimIds', { problem });
  const named = claimIds.map((id) => {
    const claim = open.find((candidate) => candidate.id === id);
    if (!claim) throw refuse(textPart('problem.claim.unknown', { id }));
    return claim;
  });
  const total = named.reduce((sum, claim) => sum + claim.open, 0);
  if (amount > total) throw refuse(textPart('problem.amount.overClaims'));
}

export interface Booking {
  readonly customerId: number;
  /** null: a credit without payment. */
  readonly usageId: string | null;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The claims to pay, or those due until a day, the oldest first. */
  readonly claims: readonly number[] | { readonly dueUntil: CalendarDate };
  readonly bookedAt: Date;
}

/** Books a payment on the account and on the claims it pays; what is left of it stays as credit. */
export async function bookPayment(tx: Database, booking: Booking): Promise<void> {
  const { customerId, usageId, amount, currency, claims, bookedAt } = booking;
  // Two payments of one customer would otherwise both see a claim as open.
  await tx
    .select({ id: debtClaims.id })
    .from(debtClaims)
    .where(eq(debtClaims.customerId, customerId))
    .orderBy(asc(debtClaims.id))
    .for('update');
  const [transaction] = await tx
    .insert(accountTransactions)
    .values({ customerId, usageId, amount, currency, bookedAt })
    .returning({ id: accountTransactions.id });
  if (!transaction) throw new Error('The account transaction was not inserted.');
  const paid =
    'dueUntil' in claims
      ? await openClaims(tx, customerId, claims.dueUntil)
      : (await openClaims(tx, customerId)).filter(({ id }) => claims.includes(id));
  let left = amount;
  for (const claim of paid) {
    const part = Math.min(left, claim.open);
    if (part === 0) break;
    await tx.insert(claimPayments).values({ transactionId: transaction.id, claimId: claim.id, amount: part });
    left -= part;
  }
}
