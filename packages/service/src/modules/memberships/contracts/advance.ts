import { eq, inArray } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { debtClaims } from '../../payments/account/account.tables.js';
import { bookPayment } from '../../payments/account/bookings.js';
import { emit } from '../../webhooks/webhook-events.js';
import type { EventType } from '../../webhooks/webhook-events.schema.js';
import { moduleContracts } from '../additional-modules/additional-modules.tables.js';
import { moduleContractsOf } from '../additional-modules/module-contracts.js';
import { toOwnDay } from '../idle-periods/idle-time.js';
import { settleVoucherCredit, voucherCreditPending } from '../vouchers/voucher-credit.js';
import { type ContractParts, contractParts, partFeeChanges } from './contract-parts.js';
import type { Cancelation } from './contract-details.js';
import { contracts } from './contracts.tables.js';
import { type FeeChanges, writtenClaims } from './fee-changes.js';
import { lockContract, type LockedContract } from './lock-contract.js';

/**
 * Brings a stored contract up to date with its terms, its idle periods and the current day: its end date and those of
 * its modules, its claims and its voucher's credit. A second call changes nothing. The job calls it, and so does any
 * code that changes terms, modules or idle periods, in the same transaction. `feeChanges` decides which claims stay
 * unchanged and what is credited.
 *
 * @param isChanged whether partners are told of a change to the contract even if no date has moved
 */
export async function advanceContract(
  context: Context,
  tx: Database,
  contractId: number,
  isChanged = false,
): Promise<void> {
  const locked = await lockContract(context, tx, contractId);
  const { contract, idleTimes, studio, today } = locked;
  const parts = contractParts(contract, await moduleContractsOf(tx, [contractId]), idleTimes, today);
  const written = await writtenClaims(context, tx, contract, today);
  await changeFees(context, tx, locked, partFeeChanges(parts, written, today));
  await settleVoucherCredit(context, tx, locked);
  const { endDate, nextChange: ownChange } = parts.life;
  const changes = [ownChange, ...parts.modules.map(({ life }) => life.nextChange)];
  const days = [...changes, voucherCreditPending(contract, today)].filter((day) => day !== null);
  const nextChange = days.sort()[0] ?? null;
  if (endDate !== contract.endDate || nextChange !== contract.nextChange) {
    await tx.update(contracts).set({ endDate, nextChange }).where(eq(contracts.id, contractId));
  }
  const moved = await moveModules(tx, parts);
  // While an idle period has no known end, every day moves the end of the contract; these changes are not reported.
  const isReported = idleTimes.every((idleTime) => idleTime.endDate !== null);
  for (const id of isReported ? moved : []) {
    await notifyOfModule(context, tx, locked, { type: 'CONTRACT_ADDITIONAL_MODULE_UPDATED', id });
  }
  const isMoved = isReported && (endDate !== contract.endDate || moved.length > 0);
  if (!isChanged && !isMoved) return;
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_UPDATED',
    entityId: contract.customerId,
    content: { contractId },
  });
}

/** Stores the end dates of modules that have changed. @returns the ids of their contracts. */
async function moveModules(tx: Database, { modules }: ContractParts): Promise<number[]> {
  const moved = modules.filter(({ booked, life }) => booked.endDate !== life.endDate);
  for (const { booked, life } of moved) {
    const { endDate } = life;
    await tx.update(moduleContracts).set({ endDate }).where(eq(moduleContracts.id, booked.id));
  }
  return moved.map(({ booked }) => booked.id);
}

/** Notifies partners of a change to a module contract. */
export async function notifyOfModule(
  context: Context,
  tx: Database,
  { contract, studio }: LockedContract,
  { type, id }: { readonly type: Extract<EventType, `CONTRACT_ADDITIONAL_${string}`>; readonly id: number },
): Promise<void> {
  await emit(context, tx, studio.id, {
    type,
    entityId: contract.customerId,
    content: { contractId: contract.id, moduleContractId: id },
  });
}

async function changeFees(
  context: Context,
  tx: Database,
  { contract, studio, today }: LockedContract,
  { updated, deleted, added, credited }: FeeChanges,
): Promise<void> {
  const { id: contractId, customerId } = contract;
  if (deleted.length > 0) await tx.delete(debtClaims).where(inArray(debtClaims.id, [...deleted]));
  for (const { id, dueDate, description, amount } of updated) {
    await tx.update(debtClaims).set({ dueDate, description, amount }).where(eq(debtClaims.id, id));
  }
  if (added.length > 0) {
    const rows = added.map(({ key: contractKey, dueDate, description, amount }) => {
      return { customerId, contractId, contractKey, dueDate, description, amount };
    });
    await tx.insert(debtClaims).values(rows);
  }
  const { currency } = studio;
  const credit = { customerId, by: null, currency, today, bookedAt: context.clock.now() };
  for (const { claim, amount } of credited) {
    // The credit settles the open rest of its own claim before anything else that is due.
    await bookPayment(context, tx, { ...credit, creditsClaimId: claim.id, claimIds: [claim.id], amount });
  }
  const creditedIds = credited.map(({ claim }) => claim.id);
  await context.debtCollection.notifyOfClaims(context, tx, studio, creditedIds);
}

/**
 * Fixes the last day of a contract. Nothing extends the contract beyond it, and claims that would fall due later are
 * dropped unless they are paid or about to be paid.
 *
 * @param endDate a calendar day; idle periods that are added or withdrawn later move it
 * @param cancelation the cancellation that ends the contract; null if another contract replaces it, so that a
 * cancellation which is withdrawn afterwards cannot bring it back
 */
export async function endContract(
  context: Context,
  tx: Database,
  contractId: number,
  endDate: CalendarDate,
  cancelation: Cancelation | null,
): Promise<void> {
  const { idleTimes, today } = await lockContract(context, tx, contractId);
  const finalEndDate = toOwnDay(endDate, idleTimes, today);
  await tx.update(contracts).set({ finalEndDate, cancelation }).where(eq(contracts.id, contractId));
  await advanceContract(context, tx, contractId);
}
