import { and, eq, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../store/database.js';
import { charges, mandates, paymentInstruments, payments, usages } from '../../store/schema.js';

/**
 * Deletes the account data of attempts that came to nothing before a time, and of which the provider holds nothing any
 * more: mandate, instrument and what the attempt itself says of them. One that was saved, or that something was paid with,
 * stays. All of it goes at once, so that an attempt without account data is never looked at again.
 *
 * @returns how many attempts there were.
 */
export async function deleteFailedAccounts(db: Database, cutoff: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const toForget = tx
      .select({ id: paymentInstruments.id })
      .from(paymentInstruments)
      .where(
        and(eq(paymentInstruments.id, payments.instrumentId), eq(paymentInstruments.detachStatus, 'DUE')),
      );
    const ended = await tx
      .select({ id: payments.id, instrumentId: payments.instrumentId })
      .from(payments)
      .where(
        and(
          // As the index `payments_failed_accounts` has it.
          sql`status in ('FAILED', 'CANCELLED') and (instrument_details is not null or acceptance is not null)`,
          lt(payments.updatedAt, cutoff),
          or(isNull(payments.releaseStatus), eq(payments.releaseStatus, 'DONE')),
          // An instrument that its provider still has to forget is not forgotten here first.
          notExists(toForget),
        ),
      )
      .limit(limit)
      .for('update', { skipLocked: true });
    if (ended.length === 0) return 0;
    const ids = ended.map(({ id }) => id);
    await tx.delete(mandates).where(inArray(mandates.paymentId, ids));
    await deleteUnused(
      tx,
      ended.flatMap(({ instrumentId }) => instrumentId ?? []),
    );
    await tx
      .update(payments)
      .set({ instrumentDetails: null, acceptance: null })
      .where(inArray(payments.id, ids));
    return ended.length;
  });
}

async function deleteUnused(tx: Database, instrumentIds: readonly string[]): Promise<void> {
  if (instrumentIds.length === 0) return;
  const paid = tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(usages, and(eq(usages.paymentId, payments.id), eq(usages.status, 'DONE')))
    .where(eq(payments.instrumentId, paymentInstruments.id));
  const charged = tx
    .select({ id: charges.id })
    .from(charges)
    .where(eq(charges.instrumentId, paymentInstruments.id));
  await tx
    .delete(paymentInstruments)
    .where(
      and(
        inArray(paymentInstruments.id, [...instrumentIds]),
        eq(paymentInstruments.status, 'DISCARDED'),
        notExists(paid),
        notExists(charged),
      ),
    );
}
