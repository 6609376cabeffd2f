import { and, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { instantBefore } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { events } from '../../core/events.tables.js';
import { idempotencyKeys } from '../../core/idempotency/idempotency.tables.js';
import { jobRetries } from '../../core/jobs/jobs.tables.js';
import { bookings } from '../../modules/bookings/bookings.tables.js';
import { checkIns, checkInVoucherRedemptions } from '../../modules/check-ins/check-ins.tables.js';
import { trialSessionBookings } from '../../modules/classes/classes.tables.js';
import { declarations } from '../../modules/memberships/declarations/declarations.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { paymentInstruments } from '../../modules/payments/instruments/instruments.tables.js';
import { paymentLinks } from '../../modules/payments/links/links.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankEntries, bankFiles, bankMandates } from '../../modules/payments/providers/bank/bank.tables.js';
import { endMandates } from '../../modules/payments/providers/bank/end-mandates.js';
import { RETURNS_FOR_DAYS } from '../../modules/payments/returns/return-window.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { taxExports } from '../../modules/tax-exports/tax-exports.tables.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';
import { clearEndedMandates } from './bank-mandates.js';
import { deleteOldMandates } from './old-mandates.js';
import type { RetentionSettings } from './retention-periods.js';

/**
 * Deletes the account data of attempts that failed before a time and for which the provider holds nothing any more:
 * mandate, instrument and details of the attempt itself. Instruments that were saved or used for a payment stay. All of
 * it is deleted in one transaction, so an attempt without account data is never checked again.
 *
 * @returns the number of attempts.
 */
async function deleteFailedAccounts(
  db: Database,
  { cutoff, now, limit }: { readonly cutoff: Date; readonly now: Date; readonly limit: number },
): Promise<number> {
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
          // This condition matches the index `payments_failed_accounts`.
          sql`status in ('FAILED', 'CANCELLED') and (instrument_details is not null or acceptance is not null)`,
          lt(payments.updatedAt, cutoff),
          or(isNull(payments.releaseStatus), eq(payments.releaseStatus, 'DONE')),
          // The provider must forget an instrument before it is deleted here.
          notExists(toForget),
        ),
      )
      .limit(limit)
      .for('update', { skipLocked: true });
    if (ended.length === 0) return 0;
    const ids = ended.map(({ id }) => id);
    await tx.delete(mandates).where(inArray(mandates.paymentId, ids));
    const saved = tx
      .select({ id: payments.id })
      .from(payments)
      .innerJoin(paymentInstruments, eq(paymentInstruments.id, payments.instrumentId))
      .where(and(eq(payments.id, bankMandates.id), eq(paymentInstruments.status, 'ACTIVE')));
    await endMandates(tx, and(inArray(bankMandates.id, ids), notExists(saved)), now);
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

/** Removes at most `limit` rows of one kind whose retention period has ended, and returns their number. */
type RetentionRule = (db: Database, settings: RetentionSettings, now: Date, limit: number) => Promise<number>;

const accountsOfFailedAttempts: RetentionRule = (db, { failedAccountDays }, now, limit) =>
  deleteFailedAccounts(db, { cutoff: instantBefore(now, { days: failedAccountDays }), now, limit });

/** Each key has its own expiry; an expired key counts as unused. */
const expiredIdempotencyKeys: RetentionRule = (db, _, now, limit) =>
  removeSome(
    db,
    { table: idempotencyKeys, key: [idempotencyKeys.scope, idempotencyKeys.key] },
    lt(idempotencyKeys.expiresAt, now),
    limit,
  );

const eventsOfPartners: RetentionRule = (db, { eventDays }, now, limit) =>
  removeSome(
    db,
    { table: webhookDeliveries, key: [webhookDeliveries.id] },
    and(
      inArray(webhookDeliveries.status, ['DELIVERED', 'GIVEN_UP']),
      lt(webhookDeliveries.occurredAt, instantBefore(now, { days: eventDays })),
    ),
    limit,
  );

/** Deletes the personal events of receivers that took none of them, such as those of an inactive integration. */
const personalEvents: RetentionRule = (db, { eventDays }, now, limit) =>
  removeSome(
    db,
    { table: webhookDeliveries, key: [webhookDeliveries.id] },
    and(
      isNotNull(webhookDeliveries.contentEncrypted),
      lt(webhookDeliveries.occurredAt, instantBefore(now, { days: eventDays })),
    ),
    limit,
  );

const eventsOfStudioPage: RetentionRule = (db, { eventDays }, now, limit) =>
  removeSome(
    db,
    { table: events, key: [events.id] },
    lt(events.createdAt, instantBefore(now, { days: eventDays })),
    limit,
  );

const mandatesOutOfUse: RetentionRule = (db, { mandateMonths, unusedMandateMonths }, now, limit) =>
  deleteOldMandates(db, {
    lastDebitBefore: instantBefore(now, { months: mandateMonths }),
    givenBefore: instantBefore(now, { months: unusedMandateMonths }),
    now,
    limit,
  });

const accountsOfBankMandates: RetentionRule = (db, { mandateMonths }, now, limit) =>
  clearEndedMandates(db, instantBefore(now, { months: mandateMonths }), limit);

/** The files themselves stay, without their content, so that none is imported again. */
const contentOfBankFiles: RetentionRule = async (db, { bankFileDays }, now, limit) => {
  // This condition matches the index `bank_files_with_content`.
  const isOver = and(
    isNotNull(bankFiles.contentEncrypted),
    lt(bankFiles.createdAt, instantBefore(now, { days: bankFileDays })),
  );
  const some = db.select({ id: bankFiles.id }).from(bankFiles).where(isOver).limit(limit);
  const removed = await db
    .update(bankFiles)
    .set({ contentEncrypted: null })
    .where(inArray(bankFiles.id, some))
    .returning({ id: bankFiles.id });
  return removed.length;
};

/** Entries that staff have not decided about stay. */
const decidedBankEntries: RetentionRule = (db, { bankFileDays }, now, limit) =>
  removeSome(
    db,
    { table: bankEntries, key: [bankEntries.id] },
    lt(bankEntries.decidedAt, instantBefore(now, { days: bankFileDays })),
    limit,
  );

/** Deletes retries of items that a request has finished. */
const retriesOfJobs: RetentionRule = (db, _, now, limit) =>
  removeSome(
    db,
    { table: jobRetries, key: [jobRetries.queue, jobRetries.subjectId] },
    or(
      and(lt(jobRetries.nextRetryAt, instantBefore(now, { days: 1 })), ne(jobRetries.queue, 'RETURNS')),
      // Debits that may be returned are found only by their retries, which the queue deletes at the end.
      lt(jobRetries.nextRetryAt, instantBefore(now, { days: RETURNS_FOR_DAYS })),
    ),
    limit,
  );

/**
 * Deletes old visits, except those with a redeemed voucher: without its redemption, the code would open the studio
 * again.
 */
const oldVisits: RetentionRule = (db, { visitMonths }, now, limit) =>
  removeSome(
    db,
    { table: checkIns, key: [checkIns.id] },
    and(
      lt(checkIns.checkedInAt, instantBefore(now, { months: visitMonths })),
      notExists(
        db
          .select({ id: checkInVoucherRedemptions.id })
          .from(checkInVoucherRedemptions)
          .where(eq(checkInVoucherRedemptions.checkInId, checkIns.id)),
      ),
    ),
    limit,
  );

/** The parts of the files are deleted with their export. */
const oldTaxExports: RetentionRule = (db, { taxExportDays }, now, limit) =>
  removeSome(
    db,
    { table: taxExports, key: [taxExports.id] },
    lt(taxExports.createdAt, instantBefore(now, { days: taxExportDays })),
    limit,
  );

const oldBookings: RetentionRule = (db, { bookingMonths }, now, limit) =>
  removeSome(
    db,
    { table: bookings, key: [bookings.id] },
    lt(bookings.startsAt, instantBefore(now, { months: bookingMonths })),
    limit,
  );

const bookingsOfTrialSessions: RetentionRule = (db, { bookingMonths }, now, limit) =>
  removeSome(
    db,
    { table: trialSessionBookings, key: [trialSessionBookings.id] },
    lt(trialSessionBookings.startsAt, instantBefore(now, { months: bookingMonths })),
    limit,
  );

/** Declarations of customers are deleted with their customer's other data, and open ones not at all. */
const closedDeclarations: RetentionRule = (db, { declarationMonths }, now, limit) =>
  removeSome(
    db,
    { table: declarations, key: [declarations.id] },
    and(
      isNull(declarations.customerId),
      lt(declarations.closedAt, instantBefore(now, { months: declarationMonths })),
    ),
    limit,
  );

/** Their sessions stay, without the link. */
const expiredPaymentLinks: RetentionRule = (db, { eventDays }, now, limit) =>
  removeSome(
    db,
    { table: paymentLinks, key: [paymentLinks.id] },
    lt(paymentLinks.expiresAt, instantBefore(now, { days: eventDays })),
    limit,
  );

const oldAuditRecords: RetentionRule = (db, { auditYears }, now, limit) =>
  removeSome(
    db,
    { table: auditRecords, key: [auditRecords.id] },
    lt(auditRecords.createdAt, instantBefore(now, { months: 12 * auditYears })),
    limit,
  );

/** Deletes earlier keys of receivers after a rotation, once they no longer sign anything. */
const earlierSigningKeys: RetentionRule = async (db, _, now, limit) => {
  const isOver = lt(webhookSubscriptions.earlierKeySignsUntil, now);
  const some = db
    .select({ id: webhookSubscriptions.id })
    .from(webhookSubscriptions)
    .where(isOver)
    .limit(limit);
  const removed = await db
    .update(webhookSubscriptions)
    .set({ earlierSigningKeyEncrypted: null, earlierKeySignsUntil: null })
    .where(and(isOver, inArray(webhookSubscriptions.id, some)))
    .returning({ id: webhookSubscriptions.id });
  return removed.length;
};

export const RETENTION_RULES: readonly RetentionRule[] = [
  accountsOfFailedAttempts,
  expiredIdempotencyKeys,
  eventsOfPartners,
  personalEvents,
  earlierSigningKeys,
  eventsOfStudioPage,
  mandatesOutOfUse,
  accountsOfBankMandates,
  contentOfBankFiles,
  decidedBankEntries,
  retriesOfJobs,
  oldVisits,
  oldTaxExports,
  oldBookings,
  bookingsOfTrialSessions,
  closedDeclarations,
  expiredPaymentLinks,
  oldAuditRecords,
];

/**
 * Deletes at most `limit` rows in one statement. The age of each row is checked again on deletion, because another
 * transaction may have renewed it meanwhile.
 *
 * @returns the number of rows.
 */
async function removeSome(
  db: Database,
  { table, key }: { readonly table: PgTable; readonly key: readonly PgColumn[] },
  isOld: SQL | undefined,
  limit: number,
): Promise<number> {
  const columns = sql.join(
    key.map((column) => sql`${column}`),
    sql`, `,
  );
  const chosen = sql`select ${columns} from ${table} where ${isOld} limit ${limit}`;
  const removed = await db
    .delete(table)
    .where(and(isOld, sql`(${columns}) in (${chosen})`))
    .returning({ one: sql`1` });
  return removed.length;
}
