import { and, asc, eq, exists, isNull, or, sql } from 'drizzle-orm';
import type { Context } from '../../../../core/context.js';
import { isNotWaiting, type RetriedWork } from '../../../../core/jobs/retries.js';
import { emit } from '../../../webhooks/webhook-events.js';
import { accountTransactions } from '../../account/account.tables.js';
import { isNotHeld } from '../../held-after-restore.js';
import { paymentContent } from '../../payment-events.js';
import { findPaid } from '../../returns/check-return.js';
import type { ProviderName } from '../provider.js';
import { dueDayOf } from './bank-days.js';
import { bankDebits, bankMandates } from './bank.tables.js';

/** Tells partners the day of each debit, once its payment is booked. */
export const BANK_NOTICES: RetriedWork<ProviderName> = {
  name: 'BANK_NOTICES',
  table: bankDebits,
  providers: [null],
  find: (db, { now, limit }) =>
    db
      .select({ id: bankDebits.id })
      .from(bankDebits)
      .where(
        and(
          isNotHeld(db),
          isNull(bankDebits.announcedAt),
          eq(bankDebits.status, 'WAITING'),
          exists(
            db
              .select({ one: sql`1` })
              .from(accountTransactions)
              .where(
                or(
                  eq(accountTransactions.usageId, bankDebits.id),
                  eq(accountTransactions.chargeId, bankDebits.id),
                ),
              ),
          ),
          isNotWaiting(db, 'BANK_NOTICES', bankDebits.id, now),
        ),
      )
      .orderBy(asc(bankDebits.createdAt))
      .limit(limit),
  work: announce,
};

async function announce(context: Context, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ debit: bankDebits, mandate: bankMandates })
      .from(bankDebits)
      .innerJoin(bankMandates, eq(bankMandates.id, bankDebits.mandateId))
      .where(eq(bankDebits.id, id))
      .for('update', { of: bankDebits });
    if (found?.debit.status !== 'WAITING' || found.debit.announcedAt !== null) return true;
    const paid = await findPaid(tx, id);
    if (!paid) return false;
    const { customerId, transactionId, studio, paidAtStudio, reported } = paid;
    const announcedAt = context.clock.now();
    // After an outage, the day that was chosen first may be too near.
    const earliest = dueDayOf(paidAtStudio, announcedAt);
    const dueOn = found.debit.dueOn > earliest ? found.debit.dueOn : earliest;
    await emit(context, tx, studio.id, {
      type: 'PAYMENT_ANNOUNCED',
      entityId: customerId,
      content: {
        transactionId,
        ...paymentContent(reported),
        dueDate: dueOn,
        mandateReference: found.mandate.reference ?? '',
        creditorIdentifier: paidAtStudio.creditor.creditorIdentifier ?? '',
      },
    });
    await tx.update(bankDebits).set({ announcedAt, dueOn }).where(eq(bankDebits.id, id));
    return true;
  });
}
