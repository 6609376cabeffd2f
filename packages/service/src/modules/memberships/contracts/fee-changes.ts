import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { accountTransactions, claimPayments, debtClaims } from '../../payments/account/account.tables.js';
import { freeClaims } from '../../payments/account/claims.js';
import type { ContractLife } from './contract-life.js';
import type { Contract } from './contracts.js';
import { isIdlePeriodKey, type PlannedClaim } from './planned-claims.js';

/** A claim as it is on the account; several may have been written for one fee. */
export interface WrittenClaim {
  readonly id: number;
  readonly key: string;
  readonly dueDate: CalendarDate;
  readonly description: string;
  /** Minor units. */
  readonly amount: number;
  /** Minor units that were credited of it later. */
  readonly credited: number;
  /** Nothing was ever paid, credited or collected of it, nor is about to be. */
  readonly isUntouched: boolean;
}

export type NewClaim = Pick<PlannedClaim, 'key' | 'dueDate' | 'description' | 'amount'>;

/** Changes that bring the account of a contract in line with its life. */
export interface FeeChanges {
  readonly updated: readonly (NewClaim & { readonly id: number })[];
  readonly deleted: readonly number[];
  readonly added: readonly NewClaim[];
  /** Minor units that the member is given back of claims that stay, at most what each came to. */
  readonly credited: readonly { readonly claim: WrittenClaim; readonly amount: number }[];
}

/**
 * Changes of the claims of a contract. A claim that nobody has ever paid, nor is about to pay, follows the plan.
 * Any other stays as it is, also when its payment has come back, or a partner has had it: what it is too much is credited,
 * what it is too little is a further claim of the same fee. Pure, and nothing is left to do once it is done.
 *
 * @param hasFinalEnd nothing extends the contract: what is not planned now never will be
 * @param today at the studio; a further claim falls due then at the earliest
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

/** The fee that a claim was written for. */
export function feeKey(key: string): string {
  return key.split(FURTHER, 1)[0] ?? key;
}

/** Before the number of a further claim of a fee. */
const FURTHER = '#';

interface Fee {
  readonly key: string;
  readonly plan: PlannedClaim | undefined;
  readonly written: readonly WrittenClaim[];
}

/** @param isOver without a plan, the fee is not owed any more; otherwise it may only be not planned yet */
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

/** Divides what the claims of a fee are too much, the last first. */
function creditsOf(claims: readonly WrittenClaim[], excess: number): FeeChanges['credited'] {
  let left = excess;
  return claims.toReversed().flatMap((claim) => {
    const amount = Math.min(left, claim.amount - claim.credited);
    if (amount <= 0) return [];
    left -= amount;
    return [{ claim, amount }];
  });
}

/** The number behind the highest: those between may have been dropped. */
function furtherKey(key: string, written: readonly WrittenClaim[]): string {
  const numbers = written.map((claim) => Number(claim.key.split(FURTHER)[1] ?? 1));
  return `${key}${FURTHER}${Math.max(1, ...numbers) + 1}`;
}

/** A fee of the contract that is paid stays at what was paid; one of an idle period costs what was agreed last. */
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

/** The claims of a contract as they stand, in the order in which they were written. */
export async function writtenClaims(
  context: Pick<Context, 'debtCollection'>,
  tx: Database,
  { id: contractId, customerId }: Contract,
  today: CalendarDate,
): Promise<WrittenClaim[]> {
  const credited = sql<number>`coalesce(sum(${accountTransactions.amount}), 0)`;
  const { claimId } = claimPayments;
  const wasPaid = exists(tx.select({ claimId }).from(claimPayments).where(eq(claimId, debtClaims.id)));
  // A claim that a bank has returned is open in full again, and its payments stay in the books.
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
