import { eq, inArray } from 'drizzle-orm';
import type { Context } from '../../context.js';
import { bookPayment } from '../../customers/bookings.js';
import { tellOfClaims } from '../../customers/collection-changes.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import { debtClaims } from '../../store/schema.js';
import { emit } from '../../webhooks/outbox.js';
import { contractLife } from './contract-life.js';
import { feeChanges, type FeeChanges } from './fee-changes.js';
import { lockContract, type LockedContract } from './lock-contract.js';
import { signedTermsOf } from './signed-terms.js';
import { settleVoucherCredit, voucherCreditPending } from './voucher-credit.js';
import { writtenClaims } from './written-claims.js';

/**
 * Makes a stored contract what its terms, its freezes and the day say: its end, its claims, and its voucher's credit.
 * Called again, it changes nothing; so the job calls it, and so does whatever changes terms or freezes, in the same
 * transaction. `feeChanges` says which claims stay as they are, and what is credited of them.
 */
export async function bringForward(context: Context, tx: Database, contractId: number): Promise<void> {
  const locked = await lockContract(context, tx, contractId);
  const { contract, freezes, studio, today } = locked;
  const life = contractLife(signedTermsOf(contract), freezes, today);
  const written = await writtenClaims(tx, contract, today);
  const changes = feeChanges(life, written, contract.finalEndDate !== null, today);
  await changeFees(context, tx, locked, changes);
  await settleVoucherCredit(context, tx, locked);
  const { endDate } = life;
  const days = [life.nextChange, voucherCreditPending(contract, today)].filter((day) => day !== null);
  const nextChange = days.sort()[0] ?? null;
  if (endDate !== contract.endDate || nextChange !== contract.nextChange) {
    await tx.update(contracts).set({ endDate, nextChange }).where(eq(contracts.id, contractId));
  }
  // While nobody knows when a freeze ends, each day moves the end: that is not reported.
  if (endDate === contract.endDate || freezes.some((freeze) => freeze.endDate === null)) return;
  await emit(context, tx, studio.id, {
    type: 'CONTRACT_UPDATED',
    entityId: contract.customerId,
    content: { contractId },
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
    // The open rest of the claim takes its credit before anything else that is due.
    await bookPayment(tx, { ...credit, creditsClaimId: claim.id, claimIds: [claim.id], amount });
  }
  const creditedIds = credited.map(({ claim }) => claim.id);
  await tellOfClaims(context, tx, studio, creditedIds);
}
