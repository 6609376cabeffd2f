import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { instantBefore } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { checkIns, checkInVoucherRedemptions } from '../../store/check-in-tables.js';
import { classBookings, classSlots, trialSessionBookings } from '../../store/class-tables.js';
import { webhookDeliveries } from '../../store/membership-tables.js';
import { auditRecords } from '../../store/staff-tables.js';
import {
  charges,
  events,
  idempotencyKeys,
  jobTries,
  mandates,
  paymentInstruments,
  payments,
  requestKeys,
  usages,
} from '../../store/schema.js';
import { deleteOldMandates } from './old-mandates.js';
import type { RetentionSettings } from './settings.js';

/** Removes at most `limit` rows of one kind that is not kept for ever. @returns how many there were. */
type RetentionRule = (db: Database, settings: RetentionSettings, now: Date, limit: number) => Promise<number>;

const mandatesOfFailedAttempts: RetentionRule = async (db, { failedAccountDays }, now, limit) => {
  const ids = await db
    .select({ id: mandates.id })
    .from(mandates)
    .innerJoin(payments, eq(payments.id, mandates.paymentId))
    .where(hasEnded(instantBefore(now, { days: failedAccountDays })))
    .limit(limit);
  if (ids.length > 0) await db.delete(mandates).where(inArray(mandates.id, idsOf(ids)));
  return ids.length;
};

const instrumentsOfFailedAttempts: RetentionRule = async (db, { failedAccountDays }, now, limit) => {
  const ids = await db
    .select({ id: paymentInstruments.id })
    .from(paymentInstruments)
    .innerJoin(payments, eq(payments.instrumentId, paymentInstruments.id))
    .where(
      and(
        eq(paymentInstruments.status, 'DISCARDED'),
        // An instrument that its provider still has to forget is not forgotten here first.
        or(isNull(paymentInstruments.detachStatus), eq(paymentInstruments.detachStatus, 'DONE')),
        hasEnded(instantBefore(now, { days: failedAccountDays })),
        notExists(
          db
            .select({ id: usages.id })
            .from(usages)
            .where(and(eq(usages.paymentId, payments.id), eq(usages.status, 'DONE'))),
        ),
        notExists(
          db.select({ id: charges.id }).from(charges).where(eq(charges.instrumentId, paymentInstruments.id)),
        ),
      ),
    )
    .limit(limit);
  if (ids.length > 0) {
    await db.delete(paymentInstruments).where(inArray(paymentInstruments.id, idsOf(ids)));
  }
  return ids.length;
};

const accountsOfFailedAttempts: RetentionRule = async (db, { failedAccountDays }, now, limit) => {
  const ids = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        hasEnded(instantBefore(now, { days: failedAccountDays })),
        or(isNotNull(payments.instrumentDetails), isNotNull(payments.acceptance)),
      ),
    )
    .limit(limit);
  if (ids.length > 0) {
    await db
      .update(payments)
      .set({ instrumentDetails: null, acceptance: null })
      .where(inArray(payments.id, idsOf(ids)));
  }
  return ids.length;
};

const oldIdempotencyKeys: RetentionRule = (db, { idempotencyKeyDays }, now, limit) =>
  removeSome(
    db,
    { table: idempotencyKeys, key: [idempotencyKeys.sessionId, idempotencyKeys.key] },
    lt(idempotencyKeys.createdAt, instantBefore(now, { days: idempotencyKeyDays })),
    limit,
  );

/** Each says itself how long it is good; from then on it counts as free. */
const expiredRequestKeys: RetentionRule = (db, _, now, limit) =>
  removeSome(
    db,
    { table: requestKeys, key: [requestKeys.studioId, requestKeys.key] },
    lt(requestKeys.expiresAt, now),
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
    limit,
  });

/** A request has finished what the jobs had tried: nobody asks for the number of tries any more. */
const triesOfJobs: RetentionRule = (db, _, now, limit) =>
  removeSome(
    db,
    { table: jobTries, key: [jobTries.lane, jobTries.subjectId] },
    lt(jobTries.nextTryAt, instantBefore(now, { days: 1 })),
    limit,
  );

/** The redemption of a voucher keeps its visit: without it, the code would open the studio again. */
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

const bookingsOfClasses: RetentionRule = (db, { bookingMonths }, now, limit) =>
  removeSome(
    db,
    { table: classBookings, key: [classBookings.id] },
    inArray(
      classBookings.slotId,
      db
        .select({ id: classSlots.id })
        .from(classSlots)
        .where(lt(classSlots.endsAt, instantBefore(now, { months: bookingMonths }))),
    ),
    limit,
  );

const bookingsOfTrialSessions: RetentionRule = (db, { bookingMonths }, now, limit) =>
  removeSome(
    db,
    { table: trialSessionBookings, key: [trialSessionBookings.id] },
    lt(trialSessionBookings.startsAt, instantBefore(now, { months: bookingMonths })),
    limit,
  );

const oldAuditRecords: RetentionRule = (db, { auditYears }, now, limit) =>
  removeSome(
    db,
    { table: auditRecords, key: [auditRecords.id] },
    lt(auditRecords.createdAt, instantBefore(now, { months: 12 * auditYears })),
    limit,
  );

export const RETENTION_RULES: readonly RetentionRule[] = [
  mandatesOfFailedAttempts,
  instrumentsOfFailedAttempts,
  accountsOfFailedAttempts,
  oldIdempotencyKeys,
  expiredRequestKeys,
  eventsOfPartners,
  eventsOfStudioPage,
  mandatesOutOfUse,
  triesOfJobs,
  oldVisits,
  bookingsOfClasses,
  bookingsOfTrialSessions,
  oldAuditRecords,
];

/**
 * Deletes at most `limit` rows in one statement. What is old is asked again of each row that is deleted: another
 * transaction may have made it new meanwhile.
 *
 * @returns how many there were.
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

/** Attempts that came to nothing before an instant, and of which the provider holds nothing any more. */
function hasEnded(cutoff: Date): SQL | undefined {
  return and(
    inArray(payments.status, ['FAILED', 'CANCELLED']),
    lt(payments.updatedAt, cutoff),
    or(isNull(payments.releaseStatus), eq(payments.releaseStatus, 'DONE')),
  );
}

function idsOf<T>(rows: readonly { readonly id: T }[]): T[] {
  return rows.map(({ id }) => id);
}
