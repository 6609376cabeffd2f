import { and, eq, inArray, lt, ne, notExists, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { instantBefore } from '../../domain/calendar.js';
import { RETURNS_FOR_DAYS } from '../../domain/debited-methods.js';
import type { Database } from '../../store/database.js';
import { checkIns, checkInVoucherRedemptions } from '../../store/check-in-tables.js';
import { classBookings, classSlots, trialSessionBookings } from '../../store/class-tables.js';
import { webhookDeliveries, webhookSubscriptions } from '../../store/membership-tables.js';
import { auditRecords } from '../../store/staff-tables.js';
import { events, idempotencyKeys, jobTries, requestKeys } from '../../store/schema.js';
import { deleteFailedAccounts } from './failed-accounts.js';
import { deleteOldMandates } from './old-mandates.js';
import type { RetentionSettings } from './settings.js';

/** Removes at most `limit` rows of one kind that is not kept for ever. @returns how many there were. */
type RetentionRule = (db: Database, settings: RetentionSettings, now: Date, limit: number) => Promise<number>;

const accountsOfFailedAttempts: RetentionRule = (db, { failedAccountDays }, now, limit) =>
  deleteFailedAccounts(db, instantBefore(now, { days: failedAccountDays }), limit);

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
    or(
      and(lt(jobTries.nextTryAt, instantBefore(now, { days: 1 })), ne(jobTries.lane, 'RETURNS')),
      // Debits that may come back are found by them alone, and forgotten at their end.
      lt(jobTries.nextTryAt, instantBefore(now, { days: RETURNS_FOR_DAYS })),
    ),
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

/** Keys of receivers that were rotated: they sign nothing any more. */
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
  oldIdempotencyKeys,
  expiredRequestKeys,
  eventsOfPartners,
  earlierSigningKeys,
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
