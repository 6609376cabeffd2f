import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm';
import { type CalendarDate, dayBefore } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { toMoney } from '../../../core/money.js';
import { customers } from '../../customers/customers.tables.js';
import { accountTransactions, claimPayments, debtClaims } from '../../payments/account/account.tables.js';
import { freeClaims, payableClaims } from '../../payments/account/claims.js';
import { charges } from '../../payments/charges/charges.tables.js';
import { removeUnneededInstruments } from '../../payments/instruments/instrument-removal.js';
import { reserveRefundsUpTo } from '../../payments/refunds/reserve-refunds.js';
import { usages } from '../../payments/usages/usages.tables.js';
import type { Studio } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { restoreContract } from '../cancelations/cancelations.js';
import { endContract } from '../contracts/advance.js';
import { endsContract } from '../contracts/contract-details.js';
import type { Contract } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import {
  loadContract,
  lockContract,
  lockContractOf,
  type LockedContract,
} from '../contracts/lock-contract.js';
import { toOwnDay } from '../idle-periods/idle-time.js';
import { amountUsedUntil } from './withdrawal-rules.js';
import { withdrawals } from './withdrawals.tables.js';

export interface WithdrawalRequest {
  readonly contractId: number;
  /** The day of receipt in the studio's time zone; defaults to today. */
  readonly receivedOn?: CalendarDate;
  readonly removeInstruments: boolean;
  /** Whether the studio accepts it after the last day, for example because the member was not told of the right. */
  readonly acceptLate?: boolean;
}

export interface Withdrawal {
  readonly id: string;
  /** Minor units that the member owes for the use until the withdrawal. */
  readonly amountUsed: number;
  /** Minor units that the member has paid beyond that; payments in progress count as paid. */
  readonly toRefund: number;
}

/**
 * Withdraws a member from a contract, which is then as if it had never been: nothing is owed but its use, if the member
 * asked for an early start. What was paid becomes credit at once; the queue of withdrawals refunds it, including
 * payments that are still in progress. Unless another contract continues, payment runs no longer charge the member. A
 * contract that this one had replaced continues, unless the member has withdrawn from that one, too.
 *
 * @throws ApiError 404 if the studio has no such contract; 400 if it cannot be withdrawn from, or no longer.
 */
export async function withdrawContract(
  unit: UnitOfWork,
  studio: Studio,
  { contractId, receivedOn, removeInstruments, acceptLate = false }: WithdrawalRequest,
): Promise<Withdrawal> {
  const { context, tx, traceId } = unit;
  const locked = await lockContractOf(context, tx, studio, contractId);
  const { contract, idleTimes, today } = locked;
  const { customerId, cancelation, details } = contract;
  const withdrawnOn = receivedOn ?? today;
  const problem = withdrawalProblem(locked, withdrawnOn, acceptLate);
  if (problem)
    throw new ApiError('errormessage.membership.withdrawal.not.possible', 'contractId', { problem });
  const lastDay = dayBefore(withdrawnOn);
  const amountUsed = amountUsedUntil(contract, toOwnDay(lastDay, idleTimes, today));
  const toRefund = Math.max(0, (await amountReceived(context, tx, locked)) - amountUsed);
  await tx.update(contracts).set({ withdrawnOn, amountUsed }).where(eq(contracts.id, contractId));
  await endContract(context, tx, contractId, lastDay, endsContract(cancelation) ? cancelation : null);
  const { switchedFromContractId: replacedId, replacedCancelation = null } = details;
  if (replacedId !== undefined && (await loadContract(tx, replacedId)).withdrawnOn === null) {
    await restoreContract(context, tx, replacedId, replacedCancelation);
  }
  if (!(await hasContinuingContract(tx, locked))) {
    await tx.update(customers).set({ paymentInstrumentId: null }).where(eq(customers.id, customerId));
  }
  const id = randomUUID();
  const createdAt = context.clock.now();
  await tx
    .insert(withdrawals)
    .values({ id, contractId, status: 'REFUNDING', removeInstruments, createdAt, traceId });
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_WITHDRAWN',
    entityId: customerId,
    content: {
      contractId,
      amountUsed: toMoney(amountUsed, studio.currency),
      amountToRefund: toMoney(toRefund, studio.currency),
    },
  });
  return { id, amountUsed, toRefund };
}

/** Returns why a contract cannot be withdrawn from on a day; null if it can. */
export function withdrawalProblem(
  { contract: { withdrawnOn, details }, today }: LockedContract,
  receivedOn: CalendarDate,
  acceptLate = false,
): TextPart | null {
  const { withdrawableUntil: last } = details;
  if (withdrawnOn !== null) return textPart('problem.withdrawal.done');
  if (receivedOn > today) return textPart('problem.withdrawal.future', { given: receivedOn });
  if (last === undefined) return textPart('problem.withdrawal.notOnline');
  return receivedOn > last && !acceptLate ? textPart('problem.withdrawal.late', { last }) : null;
}

/**
 * Returns what the member has paid for a contract, or is about to pay, in minor units. Credit that the studio has
 * granted, such as that of a voucher, was not paid, and neither was credit for fees of the contract itself.
 */
async function amountReceived(
  context: Context,
  tx: Database,
  { contract, today }: LockedContract,
): Promise<number> {
  const { customerId } = contract;
  const paid = sumOf(await paymentsOf(tx, contract));
  const ids = new Set(await claimsOf(tx, contract));
  const openOf = (claims: readonly { readonly id: number; readonly open: number }[]) =>
    claims.filter(({ id }) => ids.has(id)).reduce((sum, { open }) => sum + open, 0);
  const payable = await payableClaims(context, tx, customerId);
  const inProgress = openOf(payable) - openOf(await freeClaims(context, tx, customerId, { today }));
  return paid + inProgress;
}

const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

async function claimsOf(tx: Database, { id }: Contract): Promise<number[]> {
  const rows = await tx.select({ id: debtClaims.id }).from(debtClaims).where(eq(debtClaims.contractId, id));
  return rows.map((claim) => claim.id);
}

/** Returns what each transaction has paid for a contract, in minor units; see `amountReceived`. */
async function paymentsOf(tx: Database, contract: Contract) {
  const ids = await claimsOf(tx, contract);
  if (ids.length === 0) return [];
  const { usageId, chargeId, reversesId, creditsClaimId } = accountTransactions;
  return tx
    .select({ transactionId: claimPayments.transactionId, amount: claimPayments.amount })
    .from(claimPayments)
    .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
    .where(
      and(
        inArray(claimPayments.claimId, ids),
        or(
          isNotNull(usageId),
          isNotNull(chargeId),
          isNotNull(reversesId),
          and(isNotNull(creditsClaimId), notInArray(creditsClaimId, ids)),
        ),
      ),
    );
}

/** Returns whether another contract of the member continues, which payment runs have to charge. */
async function hasContinuingContract(tx: Database, { contract, today }: LockedContract): Promise<boolean> {
  const { id, endDate, finalEndDate, withdrawnOn } = contracts;
  const continues = or(isNull(finalEndDate), gt(endDate, today));
  const isOther = and(
    eq(contracts.customerId, contract.customerId),
    ne(id, contract.id),
    isNull(withdrawnOn),
  );
  return (await tx.$count(contracts, and(isOther, continues))) > 0;
}

/**
 * Refunds what a member has paid for a contract beyond its use, and removes their instruments if they want that. It
 * waits until no payment of the member is in progress, because only then is it certain what was paid. What cannot be
 * refunded did not come from a provider, or credit has paid another fee; staff are told.
 *
 * @returns whether the withdrawal is finished.
 */
export async function settleWithdrawal(context: Context, id: string, traceId: string): Promise<boolean> {
  const isFinished = await context.db.transaction(async (tx) => {
    const unit = { context, tx, traceId };
    const { contractId } = await loadWithdrawal(tx, id);
    const { contract, studio } = await lockContract(context, tx, contractId);
    const { customerId } = contract;
    const { status, removeInstruments } = await loadWithdrawal(tx, id);
    if (status === 'DONE') return true;
    if (await isPaymentInProgress(context, tx, customerId)) return false;
    const paid = await paymentsOf(tx, contract);
    const owed = sumOf(paid) - (contract.amountUsed ?? 0);
    const first = paid.map(({ transactionId }) => transactionId);
    const of = { studio, customerId };
    const { amount } = await reserveRefundsUpTo(unit, of, Math.max(0, owed), first);
    if (removeInstruments) await removeUnneededInstruments(unit, of);
    const finishedAt = context.clock.now();
    await tx.update(withdrawals).set({ status: 'DONE', finishedAt }).where(eq(withdrawals.id, id));
    if (owed <= amount) return true;
    const { amount: left, currency } = toMoney(owed - amount, studio.currency);
    await recordEvent(context, tx, {
      kind: 'WITHDRAWAL_NOT_REFUNDED',
      detail: `contract ${contractId} of customer ${customerId}: ${left} ${currency} cannot be refunded through a provider`,
      traceId,
      studioId: studio.id,
    });
    return true;
  });
  await context.step('withdrawal.settled');
  return isFinished;
}

async function loadWithdrawal(db: Database, id: string): Promise<typeof withdrawals.$inferSelect> {
  const [found] = await db.select().from(withdrawals).where(eq(withdrawals.id, id));
  if (!found) throw new Error('The withdrawal no longer exists.');
  return found;
}

/** Returns whether money of a customer may still come from a token, a sale or a payment run. */
async function isPaymentInProgress(context: Context, tx: Database, customerId: number): Promise<boolean> {
  const byRun = and(eq(charges.customerId, customerId), eq(charges.status, 'RESERVED'));
  const byToken = and(eq(usages.customerId, customerId), eq(usages.status, 'RESERVED'));
  return (
    (await tx.$count(charges, byRun)) > 0 ||
    (await tx.$count(usages, byToken)) > 0 ||
    (await context.memberships.reservedCredit(tx, customerId)) > 0
  );
}
