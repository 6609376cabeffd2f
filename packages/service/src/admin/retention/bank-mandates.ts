import { and, eq, gt, gte, inArray, isNotNull, notExists, or } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankDebits, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';

/**
 * Deletes the payers' accounts of ended mandates at the studios' own banks, unless a debit waits, is at the bank, or has
 * changed since a time. Accounts under which nothing was debited were deleted when their mandate ended.
 *
 * @returns the number of mandates.
 */
export async function clearEndedMandates(db: Database, cutoff: Date, limit: number): Promise<number> {
  const inUse = db
    .select({ id: bankDebits.id })
    .from(bankDebits)
    .where(
      and(
        eq(bankDebits.mandateId, bankMandates.id),
        // A pre-note counts only while it is at the bank.
        or(
          eq(bankDebits.status, 'SENT'),
          and(
            gt(bankDebits.amount, 0),
            or(eq(bankDebits.status, 'WAITING'), gte(bankDebits.updatedAt, cutoff)),
          ),
        ),
      ),
    );
  const over = db
    .select({ id: bankMandates.id })
    .from(bankMandates)
    .where(
      and(
        // These two conditions match the index `bank_mandates_ended`.
        eq(bankMandates.status, 'ENDED'),
        isNotNull(bankMandates.payerEncrypted),
        notExists(inUse),
      ),
    )
    .limit(limit);
  const cleared = await db
    .update(bankMandates)
    .set({ payerEncrypted: null, reference: null })
    .where(inArray(bankMandates.id, over))
    .returning({ id: bankMandates.id });
  return cleared.length;
}

/** Deletes the debits of deleted usages and charges, and the mandates that nothing needs any more. */
export async function deleteBankDebits(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await tx
    .delete(bankDebits)
    .where(inArray(bankDebits.id, [...ids]))
    .returning({ mandateId: bankDebits.mandateId });
  await deleteBankMandates(
    tx,
    deleted.map(({ mandateId }) => mandateId),
  );
}

/** Deletes mandates that have neither a debit of a payment nor the payment that collected them, with their pre-notes. */
export async function deleteBankMandates(tx: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const needed = [
    tx.select({ id: payments.id }).from(payments).where(eq(payments.id, bankMandates.id)),
    tx
      .select({ id: bankDebits.id })
      .from(bankDebits)
      .where(and(eq(bankDebits.mandateId, bankMandates.id), gt(bankDebits.amount, 0))),
  ];
  const over = await tx
    .select({ id: bankMandates.id })
    .from(bankMandates)
    .where(and(inArray(bankMandates.id, [...ids]), ...needed.map(notExists)));
  const overIds = over.map(({ id }) => id);
  await tx.delete(bankDebits).where(inArray(bankDebits.mandateId, overIds));
  await tx.delete(bankMandates).where(inArray(bankMandates.id, overIds));
}
