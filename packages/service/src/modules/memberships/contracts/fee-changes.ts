import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { accountTransactions, claimPayments, debtClaims } from '../../payments/account/account.tables.js';
import { freeClaims } from '../../payments/account/claims.js';
import type { ContractLife } from './contract-life.js';
import type { Contract } from './contracts.js';
import { isIdlePeriodKey, type PlannedClaim } from './planned-claims.js';

/** A claim as it is on the account. Several claims may have been written for one fee. */
export interface WrittenClaim {
  readonly id: number;
  readonly key: string;
  readonly dueDate: CalendarDate;
  readonly description: string;
  /** Amount in minor units. */
  readonly amount: number;
  /** Amount credited later, in minor units. */
  readonly credited: number;
  /** Whether the claim has never been paid, credited or collected, and no payment of it is in progress. */
  readonly isUntouched: boolean;
}

export type NewClaim = Pick<PlannedClaim, 'key' | 'dueDate' | 'description' | 'amount'>;

/** Changes that bring the account of a contract in line with its life. */
export interface FeeChanges {
  readonly updated: readonly (NewClaim & { readonly id: number })[];
  readonly deleted: readonly number[];
  readonly added: readonly NewClaim[];
  /**
   * Amounts in minor units that are credited to the member for claims that stay; each is at most the claim's own
   * amount.
   */
  readonly credited: readonly { readonly claim: WrittenClaim; readonly amount: number }[];
}

/**
 * Returns the changes to a contract's claims. A claim that was never paid, and is not about to be paid, follows the
 * plan. Any other claim stays as it is, even if its payment was returned or a collection partner had it: an excess is
 * credited, and a shortfall becomes a further claim for the same fee. Pure and idempotent: once the changes are made,
 * another call returns none.
 *
 * @param hasFinalEnd whether nothing extends the contract, so that a fee that is not planned now never will be
 * @param today today in the studio's time zone; further claims fall due today at the earliest
 */
export function feeChanges(
  { claims: planned, waiting }: Pick<ContractLife, 'claims' | 'waiting'>,
  written: readonly WrittenClaim[],
  hasFinalEnd: boolean,
  today: CalendarDate,
): FeeChanges {
  const plan = new Map(planned.map((claim) => [claim.key, claim]));
  const keys = new Set([...plan.keys(), ...written.map(({ key }) => feeKey(key))]);
  const changes = [...keys].map((key) => {
    const ofFee = written.filter((claim) => feeKey(claim.key) === key);
    const isOver = isIdlePeriodKey(key) || (hasFinalEnd && !waiting.includes(key));
    return changesOf({ key, plan: plan.get(key), written: ofFee }, isOver, today);
  });
  return {
    updated: changes.flatMap(({ updated }) => updated),
    deleted: changes.flatMap(({ deleted }) => deleted),
    added: changes.flatMap(({ added }) => added),
    credited: changes.flatMap(({ credited }) => credited),
  };
}

/** Returns the key of the fee that a claim was written for. */
export function feeKey(key: string): string {
  return key.split(FURTHER, 1)[0] ?? key;
}

/** Separates the key of a fee from the number of a further claim. */
const FURTHER = '#';

interface Fee {
  readonly key: string;
  readonly plan: PlannedClaim | undefined;
  readonly written: readonly WrittenClaim[];
}

/**
 * Returns the changes to the claims of one fee.
 *
 * @param isOver whether a fee without a plan is no longer owed; otherwise it may just not be planned yet
 */
function changesOf({ key, plan, written }: Fee, isOver: boolean, today: CalendarDate): FeeChanges {
  const fixed = written.filter(({ isUntouched }) => !isUntouched);
  const [loose, ...spare] = written.filter(({ isUntouched }) => isUntouched);
  const charged = fixed.reduce((sum, { amount, credited }) => sum + amount - credited, 0);
  const missing = amountOwed(key, plan, charged, isOver) - charged;
  const deleted = [...spare, ...(loose && missing <= 0 ? [loose] : [])].map(({ id }) => id);
  const nothing = { updated: [], deleted, added: [], credited: creditsOf(fixed, -missing) };
  if (missing <= 0 || !plan) return nothing;
  const { description } = plan;
  if (loose) {
    const dueDate = fixed.length === 0 ? plan.dueDate : loose.dueDate;
    const now = { key: loose.key, dueDate, description, amount: missing };
    return isSame(loose, now) ? nothing : { ...nothing, updated: [{ id: loose.id, ...now }] };
  }
  const further = { key: furtherKey(key, written), dueDate: later(plan.dueDate, today) };
  const added = written.length === 0 ? { key, dueDate: plan.dueDate } : further;
  return { ...nothing, added: [{ ...added, description, amount: missing }] };
}

/** Spreads the excess over the claims of a fee, latest claim first. */
function creditsOf(claims: readonly WrittenClaim[], excess: number): FeeChanges['credited'] {
  let left = excess;
  return claims.toReversed().flatMap((claim) => {
    const amount = Math.min(left, claim.amount - claim.credited);
    if (amount <= 0) return [];
    left -= amount;
    return [{ claim, amount }];
  });
}

/**
 * Returns the key of the next further claim: one above the highest number, because claims in between may have been
 * dropped.
 */
function furtherKey(key: string, written: readonly WrittenClaim[]): string {
  const numbers = written.map((claim) => Number(claim.key.split(FURTHER)[1] ?? 1));
  return `${key}${FURTHER}${Math.max(1, ...numbers) + 1}`;
}

/**
 * Returns the amount owed for a fee. A contract fee that is paid stays at the amount paid; the fee of an idle period is
 * the amount agreed last.
 */
function amountOwed(key: string, plan: PlannedClaim | undefined, charged: number, isOver: boolean): number {
  if (!plan) return isOver ? 0 : charged;
  return isIdlePeriodKey(key) || charged <= 0 ? plan.amount : charged;
}

function isSame(claim: WrittenClaim, { dueDate, description, amount }: NewClaim): boolean {
  return claim.dueDate === dueDate && claim.amount === amount && claim.description === description;
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other;
}

/** Returns the current claims of a contract, in the order in which they were written. */
export async function writtenClaims(
  context: Pick<Context, 'debtCollection'>,
  tx: Database,
  { id: contractId, customerId }: Contract,
  today: CalendarDate,
): Promise<WrittenClaim[]> {
  const credited = sql<number>`coalesce(sum(${accountTransactions.amount}), 0)`;
  const { claimId } = claimPayments;
  const wasPaid = exists(tx.select({ claimId }).from(claimPayments).where(eq(claimId, debtClaims.id)));
  // After a bank return a claim is fully open again, so only its payments in the books show that it was paid.
  const isInBooks = sql<boolean>`${or(wasPaid, context.debtCollection.wasHandedOver(tx))}`;
  const stored = await tx
    .select({ claim: debtClaims, credited: credited.mapWith(Number), isInBooks })
    .from(debtClaims)
    .leftJoin(accountTransactions, eq(accountTransactions.creditsClaimId, debtClaims.id))
    .where(and(eq(debtClaims.contractId, contractId), isNotNull(debtClaims.contractKey)))
    .groupBy(debtClaims.id)
    .orderBy(asc(debtClaims.id));
  const free = new Map(
    (await freeClaims(context, tx, customerId, { today })).map(({ id, open }) => [id, open]),
  );
  return stored.map(({ claim, credited: back, isInBooks: hasHistory }) => {
    const { id, contractKey, dueDate, description, amount } = claim;
    const isUntouched = free.get(id) === amount && back === 0 && !hasHistory;
    return { id, key: contractKey ?? '', dueDate, description, amount, credited: back, isUntouched };
  });
}
