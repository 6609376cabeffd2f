import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../context.js';
import { freeClaims } from '../../customers/claims.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import { debtClaims } from '../../store/schema.js';
import { emit } from '../../webhooks/outbox.js';
import type { Contract } from '../contracts.js';
import { contractLife, type ContractLife } from './contract-life.js';
import { lockContract } from './lock-contract.js';
import type { PlannedClaim } from './planned-claims.js';
import { signedTermsOf } from './signed-terms.js';

/**
 * Makes a stored contract what its terms, its freezes and the day say: its end, and its claims. Called again, it changes
 * nothing; so it is called by the job, and by whatever changes terms or freezes, in the same transaction. What is paid,
 * or about to be, stays as it is.
 */
export async function bringForward(context: Context, tx: Database, contractId: number): Promise<void> {
  const { contract, freezes, studioId, today } = await lockContract(context, tx, contractId);
  const { customerId } = contract;
  const life = contractLife(signedTermsOf(contract), freezes, today);
  await writeClaims(tx, contract, life, today);
  const { endDate, nextChange } = life;
  if (endDate !== contract.endDate || nextChange !== contract.nextChange) {
    await tx.update(contracts).set({ endDate, nextChange }).where(eq(contracts.id, contractId));
  }
  // While nobody knows when a freeze ends, each day moves the end: that is no news.
  if (endDate === contract.endDate || freezes.some((freeze) => freeze.endDate === null)) return;
  await emit(context, tx, studioId, {
    type: 'CONTRACT_UPDATED',
    entityId: customerId,
    content: { contractId },
  });
}

async function writeClaims(
  tx: Database,
  { id: contractId, customerId }: Contract,
  { claims: planned }: ContractLife,
  today: CalendarDate,
): Promise<void> {
  const stored = await tx
    .select()
    .from(debtClaims)
    .where(and(eq(debtClaims.contractId, contractId), isNotNull(debtClaims.contractKey)));
  const free = new Map((await freeClaims(tx, customerId, today)).map(({ id, open }) => [id, open]));
  const untouched = stored.filter(({ id, amount }) => free.get(id) === amount);
  const plan = new Map(planned.map((claim) => [claim.key, claim]));
  for (const claim of untouched) {
    const now = plan.get(claim.contractKey ?? '');
    if (!now) await tx.delete(debtClaims).where(eq(debtClaims.id, claim.id));
    else if (!isSame(claim, now)) {
      const { dueDate, description, amount } = now;
      await tx.update(debtClaims).set({ dueDate, description, amount }).where(eq(debtClaims.id, claim.id));
    }
  }
  const known = new Set(stored.map(({ contractKey }) => contractKey));
  const made = planned.filter(({ key }) => !known.has(key));
  if (made.length === 0) return;
  await tx
    .insert(debtClaims)
    .values(
      made.map(({ key: contractKey, dueDate, description, amount }) => {
        return { customerId, contractId, contractKey, dueDate, description, amount };
      }),
    )
    .onConflictDoNothing();
}

function isSame(
  stored: typeof debtClaims.$inferSelect,
  { dueDate, description, amount }: PlannedClaim,
): boolean {
  return stored.dueDate === dueDate && stored.amount === amount && stored.description === description;
}
