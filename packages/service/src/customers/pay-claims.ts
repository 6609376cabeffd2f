import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { claimPayments, debtClaims } from '../store/schema.js';

/** The part of a transaction that pays a claim; `amount` in minor units. */
export type ClaimPayment = typeof claimPayments.$inferInsert;

/**
 * Books parts of transactions on claims, and marks those that are paid as a whole; the person is locked. A negative part
 * takes back what an earlier one had paid, and opens its claim again.
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
}

/** Takes back from claims what transactions have paid of them, which opens the claims again; the person is locked. */
export async function takeBackPayments(tx: Database, transactionIds: readonly number[]): Promise<void> {
  if (transactionIds.length === 0) return;
  const taken = await tx
    .delete(claimPayments)
    .where(inArray(claimPayments.transactionId, [...transactionIds]))
    .returning({ claimId: claimPayments.claimId });
  if (taken.length === 0) return;
  const claimIds = taken.map(({ claimId }) => claimId);
  await tx.update(debtClaims).set({ isSettled: false }).where(inArray(debtClaims.id, claimIds));
}
