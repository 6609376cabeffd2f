import { and, asc, eq, exists, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { calendarDateIn, dayAfter, startOfDay } from '../../../../core/calendar.js';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { isNotWaiting, type RetriedWork } from '../../../../core/jobs/retries.js';
import { BANK_METHODS, type BankMethod } from '../../../studios/studios.stored.js';
import { emit } from '../../../webhooks/webhook-events.js';
import { accountTransactions } from '../../account/account.tables.js';
import { isNotHeld } from '../../held-after-restore.js';
import { creditorIdentifier as identifierOf } from '../../mandates/creditor.js';
import { paymentContent } from '../../payment-events.js';
import { findPaid } from '../../returns/check-return.js';
import type { ProviderName } from '../provider.js';
import { dueDayOf, lastDayBefore, zoneOf } from './bank-days.js';
import { lockFiles } from './bank-files.js';
import { formatOf } from './bank-format.js';
import { bankBatches, bankDebits, bankFiles, bankMandates } from './bank.tables.js';
import { bookBatch } from './debits.js';

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
    const { paymentMethod } = found.debit;
    const earliest = dueDayOf(formatOf(paymentMethod).calendar, paidAtStudio, announcedAt);
    const dueOn = found.debit.dueOn > earliest ? found.debit.dueOn : earliest;
    const { creditorIdentifier } = identifierOf(paidAtStudio.creditor, paymentMethod);
    await emit(context, tx, studio.id, {
      type: 'PAYMENT_ANNOUNCED',
      entityId: customerId,
      content: {
        transactionId,
        ...paymentContent(reported),
        dueDate: dueOn,
        mandateReference: found.mandate.reference ?? '',
        ...(creditorIdentifier !== undefined && { creditorIdentifier }),
      },
    });
    await tx.update(bankDebits).set({ announcedAt, dueOn }).where(eq(bankDebits.id, id));
    return true;
  });
}

/**
 * Counts the debits of confirmed batches as collected in schemes whose banks report only what fails, once a return would
 * have come.
 */
export const BANK_COLLECTIONS: RetriedWork<ProviderName> = {
  name: 'BANK_COLLECTIONS',
  table: bankFiles,
  providers: [null],
  find: (db, { now, limit }) =>
    db
      .select({ id: bankFiles.id })
      .from(bankFiles)
      .where(
        and(
          isNotHeld(db),
          // Read first, because few batches have no outcome yet.
          inArray(
            bankFiles.id,
            db.select({ id: bankBatches.fileId }).from(bankBatches).where(eq(bankBatches.status, 'RECEIVED')),
          ),
          or(
            ...BANK_METHODS.map((method) => {
              const isDue = isCollected(method, now);
              const due = db
                .select({ id: bankBatches.id })
                .from(bankBatches)
                .where(and(eq(bankBatches.fileId, bankFiles.id), isDue));
              return isDue && and(eq(bankFiles.paymentMethod, method), exists(due));
            }),
          ),
          isNotWaiting(db, 'BANK_COLLECTIONS', bankFiles.id, now),
        ),
      )
      .orderBy(asc(bankFiles.createdAt))
      .limit(limit),
  work: collect,
};

/** Selects the batches whose debits count as collected; undefined if the bank reports that itself. */
function isCollected(method: BankMethod, now: Date): SQL | undefined {
  const { calendar, collectedAfterBankDays: days } = formatOf(method);
  if (days === undefined) return undefined;
  const timeZone = zoneOf(calendar);
  const today = calendarDateIn(now, timeZone);
  // A file that was confirmed late was perhaps handed in late, and is then executed on the next bank day.
  const confirmedOn = lastDayBefore(calendar, today, days + 1);
  return and(
    eq(bankBatches.status, 'RECEIVED'),
    lte(bankBatches.executionOn, lastDayBefore(calendar, today, days)),
    lt(bankBatches.updatedAt, startOfDay(dayAfter(confirmedOn), timeZone)),
  );
}

async function collect(context: Context, id: string): Promise<boolean> {
  return context.db.transaction(async (tx: Database) => {
    const [file] = await tx.select().from(bankFiles).where(eq(bankFiles.id, id));
    if (!file?.paymentMethod) return true;
    await lockFiles(tx, { id: file.studioId });
    const isDue = isCollected(file.paymentMethod, context.clock.now());
    const batches = await tx
      .select({ id: bankBatches.id })
      .from(bankBatches)
      .where(and(eq(bankBatches.fileId, id), isDue));
    for (const batch of batches) await bookBatch(context, tx, batch.id);
    return true;
  });
}
