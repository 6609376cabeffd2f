import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { charges } from '../charges/charges.tables.js';
import { closeLinksOfClaims } from '../links/close-links.js';
import { type RefundStatus, refunds } from '../refunds/refunds.tables.js';
import { usages } from '../usages/usages.tables.js';
import { claimPayments, debtClaims } from './account.tables.js';

type Needs = Pick<Context, 'debtCollection'>;

/** Returns the claims that a customer still has to pay, oldest first. */
export async function openClaims(db: Database, customerId: number): Promise<OpenClaim[]> {
  const paid = db
    .select({
      claimId: claimPayments.claimId,
      total: sql<string | null>`sum(${claimPayments.amount})`.as('total'),
    })
    .from(claimPayments)
    .innerJoin(debtClaims, eq(debtClaims.id, claimPayments.claimId))
    .where(eq(debtClaims.customerId, customerId))
    .groupBy(claimPayments.claimId)
    .as('paid');
  const rows = await db
    .select({ id: debtClaims.id, dueDate: debtClaims.dueDate, amount: debtClaims.amount, paid: paid.total })
    .from(debtClaims)
    .leftJoin(paid, eq(paid.claimId, debtClaims.id))
    .where(eq(debtClaims.customerId, customerId))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id));
  return rows
    .map(({ id, dueDate, amount, paid: total }) => ({ id, dueDate, open: amount - Number(total ?? 0) }))
    .filter(({ open }) => open > 0);
}

/**
 * Returns the claims that a customer can pay here: open, not with a collection partner, and not of a refund that is
 * still in progress, because such a claim disappears if no money moves.
 */
export async function payableClaims(
  { debtCollection }: Needs,
  db: Database,
  customerId: number,
): Promise<OpenClaim[]> {
  const collected = await debtCollection.claimsInCollection(db, customerId);
  const unfinished = await claimsOfRefunds(db, customerId, 'RESERVED');
  return (await openClaims(db, customerId)).filter(({ id }) => !collected.has(id) && !unfinished.has(id));
}

/** Returns the claims that debit the customer's refunds to the account. */
export async function claimsOfRefunds(
  db: Database,
  customerId: number,
  status?: RefundStatus,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ claimId: refunds.claimId })
    .from(refunds)
    .where(and(eq(refunds.customerId, customerId), status && eq(refunds.status, status)));
  return new Set(rows.flatMap(({ claimId }) => claimId ?? []));
}

/**
 * Returns the payable claims, reduced by the amounts that payments in progress are about to pay. The caller holds the
 * person's lock. A payment counts from its reservation, so that two concurrent payments cannot pay the same claim
 * twice.
 *
 * @param of ignores this usage or charge, and those reserved after it.
 */
export async function freeClaims(
  context: Needs,
  tx: Database,
  customerId: number,
  {
    today,
    of = null,
  }: { today: CalendarDate; of?: { readonly id: string; readonly createdAt: Date } | null },
): Promise<OpenClaim[]> {
  const pending = await pendingPayments(tx, customerId);
  const earlier = pending.filter(({ id, at }) => !of || (id !== of.id && at < of.createdAt));
  return lessPending(await payableClaims(context, tx, customerId), earlier, today);
}

/** Returns the amounts that tokens and payment runs are about to pay, oldest first. */
async function pendingPayments(
  tx: Database,
  customerId: number,
): Promise<(PendingPayment & { readonly id: string; readonly at: Date })[]> {
  const byToken = await tx
    .select({ id: usages.id, amount: usages.amount, claimIds: usages.debtClaimIds, at: usages.createdAt })
    .from(usages)
    .where(
      and(
        eq(usages.customerId, customerId),
        eq(usages.kind, 'ACCOUNT_PAYMENT'),
        eq(usages.status, 'RESERVED'),
      ),
    );
  const byRun = await tx
    .select()
    .from(charges)
    .where(and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED')));
  const charged = byRun.map(({ id, amount, claims, createdAt: at }) => {
    return { id, amount, claimIds: claims.map(({ claimId }) => claimId), at };
  });
  const order = ({ at, id }: { at: Date; id: string }) => `${at.toISOString()} ${id}`;
  return [...byToken, ...charged].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * Returns the amount in minor units that can still be paid on these claims, or on the claims due. The caller holds the
 * person's lock.
 *
 * @throws ApiError 400 when none of these claims is open; 409 when other payments are about to pay all of them.
 */
export async function openAmount(
  context: Needs,
  tx: Database,
  customerId: number,
  { claimIds, today }: { claimIds: readonly number[] | null; today: CalendarDate },
): Promise<number> {
  const sumOf = (claims: readonly OpenClaim[]) =>
    intendedClaims(claimIds, claims, today).reduce((sum, { open }) => sum + open, 0);
  const free = sumOf(await freeClaims(context, tx, customerId, { today }));
  if (free > 0) return free;
  const reference = claimIds ? 'debtClaimIds' : undefined;
  if (sumOf(await payableClaims(context, tx, customerId)) > 0) {
    throw new ApiError('errormessage.payment.claims.pending', reference);
  }
  const problem = textPart('problem.claim.noneDue');
  throw new ApiError('errormessage.payment.claims.invalid', reference, { problem });
}

/**
 * Checks that the named claims can be paid with an amount. The caller holds the person's lock.
 *
 * @throws ApiError 400 when a claim is not an open claim of the customer or is with a collection partner, or when the
 * amount exceeds the claims; 409 when another payment is about to pay them.
 */
export async function checkClaims(
  context: Needs,
  tx: Database,
  customerId: number,
  { claimIds, amount, today }: { claimIds: readonly number[]; amount: number; today: CalendarDate },
): Promise<void> {
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.payment.claims.invalid', 'debtClaimIds', { problem });
  const named = (await openClaims(tx, customerId)).filter(({ id }) => claimIds.includes(id));
  const unknown = claimIds.find((id) => !named.some((claim) => claim.id === id));
  if (unknown !== undefined) throw refuse(textPart('problem.claim.unknown', { id: unknown }));
  const collected = await context.debtCollection.claimsInCollection(tx, customerId);
  const inCollection = claimIds.find((id) => collected.has(id));
  if (inCollection !== undefined) throw refuse(textPart('problem.claim.inCollection', { id: inCollection }));
  const isPaid = (claims: readonly OpenClaim[]) => {
    const parts = divide(
      amount,
      claims.filter(({ id }) => claimIds.includes(id)),
    );
    return parts.reduce((sum, part) => sum + part.amount, 0) === amount;
  };
  if (!isPaid(named)) throw refuse(textPart('problem.amount.overClaims'));
  if (!isPaid(await freeClaims(context, tx, customerId, { today }))) {
    throw new ApiError('errormessage.payment.claims.pending', 'debtClaimIds');
  }
}

/** The part of a transaction that pays a claim; `amount` in minor units. */
export type ClaimPayment = typeof claimPayments.$inferInsert;

/**
 * Assigns parts of transactions to claims, marks the claims that are paid in full and closes their links. The caller
 * holds the person's lock. A negative part takes back an earlier payment and reopens its claim.
 */
export async function payClaims(tx: Database, parts: readonly ClaimPayment[]): Promise<void> {
  if (parts.length === 0) return;
  await tx
    .insert(claimPayments)
    .values([...parts])
    .onConflictDoUpdate({
      target: [claimPayments.transactionId, claimPayments.claimId],
      set: { amount: sql`${claimPayments.amount} + excluded.amount` },
    });
  const claimIds = parts.map(({ claimId }) => claimId);
  const paid = sql`(select sum(${claimPayments.amount}) from ${claimPayments} where ${claimPayments.claimId} = ${debtClaims.id})`;
  await tx
    .update(debtClaims)
    .set({ isSettled: sql`${debtClaims.amount} <= ${paid}` })
    .where(inArray(debtClaims.id, claimIds));
  await closeLinksOfClaims(tx, claimIds);
}

/**
 * Takes back the payments that transactions have made on claims, which reopens the claims. The caller holds the
 * person's lock.
 */
export async function reverseClaimPayments(tx: Database, transactionIds: readonly number[]): Promise<void> {
  if (transactionIds.length === 0) return;
  const taken = await tx
    .delete(claimPayments)
    .where(inArray(claimPayments.transactionId, [...transactionIds]))
    .returning({ claimId: claimPayments.claimId });
  if (taken.length === 0) return;
  const claimIds = taken.map(({ claimId }) => claimId);
  await tx.update(debtClaims).set({ isSettled: false }).where(inArray(debtClaims.id, claimIds));
}

/** A claim with the part that is still to be paid, in minor units. */
export interface OpenClaim {
  readonly id: number;
  readonly dueDate: CalendarDate;
  readonly open: number;
}

/** The share of an amount that is assigned to a claim, in minor units. */
export interface Part {
  readonly claimId: number;
  readonly amount: number;
}

/** A payment in progress. */
interface PendingPayment {
  /** Minor units. */
  readonly amount: number;
  /** The claims it pays. null: the claims due, oldest first. */
  readonly claimIds: readonly number[] | null;
}

/** Divides an amount over claims in their order. Anything beyond their total is left out. */
export function divide(amount: number, claims: readonly OpenClaim[]): Part[] {
  let left = amount;
  return claims.flatMap(({ id: claimId, open }) => {
    const part = Math.min(left, open);
    left -= part;
    return part > 0 ? [{ claimId, amount: part }] : [];
  });
}

/** Selects, from the open claims, those that a payment is meant to pay. */
export function intendedClaims(
  claimIds: readonly number[] | null,
  claims: readonly OpenClaim[],
  today: CalendarDate,
): OpenClaim[] {
  return claims.filter(({ id, dueDate }) => (claimIds ? claimIds.includes(id) : dueDate <= today));
}

/** Reduces each claim by the amounts that the payments in progress will pay on it, in their order. */
function lessPending(
  claims: readonly OpenClaim[],
  pending: readonly PendingPayment[],
  today: CalendarDate,
): OpenClaim[] {
  const left = pending.reduce<readonly OpenClaim[]>((open, { amount, claimIds }) => {
    const parts = divide(amount, intendedClaims(claimIds, open, today));
    return open.map((claim) => {
      const part = parts.find(({ claimId }) => claimId === claim.id);
      return { ...claim, open: claim.open - (part?.amount ?? 0) };
    });
  }, claims);
  return left.filter(({ open }) => open > 0);
}
