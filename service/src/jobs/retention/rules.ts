import { and, eq, inArray, isNotNull, isNull, lt, notExists, or, type SQL } from 'drizzle-orm';
import { instantBefore } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { webhookDeliveries } from '../../store/membership-tables.js';
import {
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
        hasEnded(instantBefore(now, { days: failedAccountDays })),
        notExists(
          db
            .select({ id: usages.id })
            .from(usages)
            .where(and(eq(usages.paymentId, payments.id), eq(usages.status, 'DONE'))),
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

const oldIdempotencyKeys: RetentionRule = async (db, { idempotencyKeyDays }, now, limit) => {
  const old = lt(idempotencyKeys.createdAt, instantBefore(now, { days: idempotencyKeyDays }));
  const rows = await db
    .select({ sessionId: idempotencyKeys.sessionId, key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(old)
    .limit(limit);
  for (const { sessionId, key } of rows) {
    await db
      .delete(idempotencyKeys)
      .where(and(eq(idempotencyKeys.sessionId, sessionId), eq(idempotencyKeys.key, key)));
  }
  return rows.length;
};

/** Each says itself how long it is good; from then on it counts as free. */
const expiredRequestKeys: RetentionRule = async (db, _, now, limit) => {
  const rows = await db
    .select({ studioId: requestKeys.studioId, key: requestKeys.key })
    .from(requestKeys)
    .where(lt(requestKeys.expiresAt, now))
    .limit(limit);
  for (const { studioId, key } of rows) {
    await db
      .delete(requestKeys)
      .where(
        and(eq(requestKeys.studioId, studioId), eq(requestKeys.key, key), lt(requestKeys.expiresAt, now)),
      );
  }
  return rows.length;
};

const eventsOfPartners: RetentionRule = async (db, { eventDays }, now, limit) => {
  const ids = await db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        inArray(webhookDeliveries.status, ['DELIVERED', 'GIVEN_UP']),
        lt(webhookDeliveries.occurredAt, instantBefore(now, { days: eventDays })),
      ),
    )
    .limit(limit);
  if (ids.length > 0) await db.delete(webhookDeliveries).where(inArray(webhookDeliveries.id, idsOf(ids)));
  return ids.length;
};

const eventsOfStudioPage: RetentionRule = async (db, { eventDays }, now, limit) => {
  const ids = await db
    .select({ id: events.id })
    .from(events)
    .where(lt(events.createdAt, instantBefore(now, { days: eventDays })))
    .limit(limit);
  if (ids.length > 0) await db.delete(events).where(inArray(events.id, idsOf(ids)));
  return ids.length;
};

const mandatesOutOfUse: RetentionRule = (db, { mandateMonths, unusedMandateMonths }, now, limit) =>
  deleteOldMandates(db, {
    lastDebitBefore: instantBefore(now, { months: mandateMonths }),
    givenBefore: instantBefore(now, { months: unusedMandateMonths }),
    limit,
  });

/** A request has finished what the jobs had tried: nobody asks for the number of tries any more. */
const triesOfJobs: RetentionRule = async (db, _, now, limit) => {
  const rows = await db
    .select()
    .from(jobTries)
    .where(lt(jobTries.nextTryAt, instantBefore(now, { days: 1 })))
    .limit(limit);
  for (const { lane, subjectId } of rows) {
    await db.delete(jobTries).where(and(eq(jobTries.lane, lane), eq(jobTries.subjectId, subjectId)));
  }
  return rows.length;
};

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
];

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
