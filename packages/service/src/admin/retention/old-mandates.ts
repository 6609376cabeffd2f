import { and, eq, inArray, lt, max, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/database/database.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { endMandates } from '../../modules/payments/providers/bank/end-mandates.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';

export interface MandateLimits {
  readonly lastDebitBefore: Date;
  /** Time before which a mandate was accepted, if nothing was ever debited under it. */
  readonly givenBefore: Date;
  readonly now: Date;
  readonly limit: number;
}

/**
 * Deletes mandates that are no longer needed and discards their instruments, which may not be debited without a
 * mandate. Keeps the mandate of the instrument that a customer's payment runs use.
 *
 * @returns the number of mandates.
 */
export async function deleteOldMandates(
  db: Database,
  { lastDebitBefore, givenBefore, now, limit }: MandateLimits,
): Promise<number> {
  const charged = alias(payments, 'charged');
  /** Last debit of the payment that collected the instrument, or of a payment that has used it since. */
  const lastDebit = db
    .select({ at: max(usages.finishedAt) })
    .from(usages)
    .innerJoin(charged, eq(charged.id, usages.paymentId))
    .where(
      and(
        eq(usages.status, 'DONE'),
        sql`${usages.amount} > 0`,
        or(eq(charged.id, payments.id), eq(charged.instrumentId, payments.instrumentId)),
      ),
    );
  const inHand = db
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(charged, eq(charged.id, usages.paymentId))
    .where(
      and(
        eq(usages.status, 'RESERVED'),
        or(eq(charged.id, payments.id), eq(charged.instrumentId, payments.instrumentId)),
      ),
    );
  const ofInstrument = eq(charges.instrumentId, payments.instrumentId);
  const lastCharge = db
    .select({ at: max(charges.finishedAt) })
    .from(charges)
    .where(and(ofInstrument, inArray(charges.status, ['DONE', 'RETURNED'])));
  const chargeInHand = db
    .select({ id: charges.id })
    .from(charges)
    .where(and(ofInstrument, eq(charges.status, 'RESERVED')));
  const inPaymentRuns = db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.paymentInstrumentId, payments.instrumentId));
  return db.transaction(async (tx) => {
    const old = await tx
      .select({ id: mandates.id, paymentId: mandates.paymentId, instrumentId: payments.instrumentId })
      .from(mandates)
      .innerJoin(payments, eq(payments.id, mandates.paymentId))
      .where(
        and(
          lt(mandates.acceptedAt, lastDebitBefore),
          sql`coalesce(greatest((${lastDebit}), (${lastCharge})) < ${lastDebitBefore}, ${mandates.acceptedAt} < ${givenBefore})`,
          notExists(inHand),
          notExists(chargeInHand),
          notExists(inPaymentRuns),
        ),
      )
      .limit(limit);
    if (old.length === 0) return 0;
    const instruments = old.flatMap(({ instrumentId }) => instrumentId ?? []);
    if (instruments.length > 0) {
      await tx
        .update(paymentInstruments)
        .set({ status: 'DISCARDED', details: {}, expiryNoticeOn: null })
        .where(inArray(paymentInstruments.id, instruments));
    }
    await tx.delete(mandates).where(
      inArray(
        mandates.id,
        old.map(({ id }) => id),
      ),
    );
    const collectedBy = old.map(({ paymentId }) => paymentId);
    await endMandates(tx, inArray(bankMandates.id, collectedBy), now);
    return old.length;
  });
}
