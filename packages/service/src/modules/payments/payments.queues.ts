import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { jobRetries } from '../../core/jobs/jobs.tables.js';
import { isNotWaiting, type RetriedWork, type RetryDelay, type Search } from '../../core/jobs/retries.js';
import { releasePayment } from './attempts/release.js';
import { resolvePayment } from './attempts/resolution.js';
import { accountTransactions } from './account/account.tables.js';
import { charges } from './charges/charges.tables.js';
import { finishCharge } from './charges/finish-charge.js';
import { detachInstrument } from './instruments/instrument-removal.js';
import { paymentInstruments } from './instruments/instruments.tables.js';
import { useLinkPayment } from './links/use-link-payment.js';
import { isUndecided } from './payments.js';
import { LIVE_STATUSES, payments } from './payments.tables.js';
import { BANK_COLLECTIONS, BANK_NOTICES } from './providers/bank/bank.queue.js';
import { PROVIDER_NAMES, type ProviderName } from './providers/provider.js';
import { finishRefund } from './refunds/finish-refund.js';
import { refunds } from './refunds/refunds.tables.js';
import { checkReturn } from './returns/check-return.js';
import { findReturnChecks } from './returns/returns.job.js';
import { expireSession } from './sessions/expire-session.js';
import { paymentSessions } from './sessions/sessions.tables.js';
import { finishUsage } from './usages/finish-usage.js';
import { usages } from './usages/usages.tables.js';
import { RETURNS_DELAY } from './returns/return-window.js';
import { isNotHeld } from './held-after-restore.js';

const providers = [...PROVIDER_NAMES, null];

/** Delays between the attempts of a refund. A refund of a pending debit waits for days. */
const REFUNDS_DELAY: RetryDelay = { first: 5, longest: 3600 };

/** Time before the end of a session in which the payment of a link is used at once. */
const LINK_PAYMENT_HURRY_MS = 120_000;

/** Work that payments leave unfinished. */
export const PAYMENT_QUEUES: readonly RetriedWork<ProviderName>[] = [
  {
    name: 'USAGES',
    table: usages,
    providers,
    find: (db, { provider, now, before, limit }) =>
      db
        .select({ id: usages.id })
        .from(usages)
        .innerJoin(payments, eq(payments.id, usages.paymentId))
        .where(
          and(
            isNotHeld(db),
            eq(usages.status, 'RESERVED'),
            isNull(usages.saleId),
            lte(usages.createdAt, before),
            isAt(provider),
            isNotWaiting(db, 'USAGES', usages.id, now),
          ),
        )
        .orderBy(asc(usages.createdAt))
        .limit(limit),
    work: async (context, id, traceId) => (await finishUsage(context, id, traceId)).kind !== 'UNKNOWN',
  },

  {
    name: 'LINKS',
    table: payments,
    providers,
    find: (db, { provider, now, before, limit }) =>
      db
        .select({ id: payments.id })
        .from(payments)
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(
          and(
            isNotHeld(db),
            eq(payments.status, 'PREAUTHED'),
            // A payment whose session is about to end does not wait for the page.
            or(
              lte(payments.updatedAt, before),
              lte(paymentSessions.validUntil, new Date(now.getTime() + LINK_PAYMENT_HURRY_MS)),
            ),
            isNotNull(paymentSessions.linkId),
            eq(paymentSessions.status, 'OPEN'),
            gt(paymentSessions.validUntil, now),
            isAt(provider),
            isNotWaiting(db, 'LINKS', payments.id, now),
          ),
        )
        .orderBy(asc(payments.updatedAt))
        .limit(limit),
    work: async (context, id, traceId) => (await useLinkPayment(context, id, traceId)).kind !== 'LATER',
  },

  {
    name: 'CHARGES',
    table: charges,
    providers,
    find: (db, { provider, now, limit }) =>
      db
        .select({ id: charges.id })
        .from(charges)
        .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
        .where(
          and(
            isNotHeld(db),
            // Only this queue works on reserved charges, no matter what reserved them.
            eq(charges.status, 'RESERVED'),
            provider === null ? sql`false` : eq(paymentInstruments.provider, provider),
            isNotWaiting(db, 'CHARGES', charges.id, now),
          ),
        )
        .orderBy(asc(charges.createdAt))
        .limit(limit),
    work: finishCharge,
  },

  {
    name: 'REFUNDS',
    table: refunds,
    providers: PROVIDER_NAMES,
    delay: REFUNDS_DELAY,
    find: (db, { provider, now, limit }) =>
      db
        .select({ id: refunds.id })
        .from(refunds)
        .innerJoin(accountTransactions, eq(accountTransactions.id, refunds.transactionId))
        .leftJoin(usages, eq(usages.id, accountTransactions.usageId))
        .leftJoin(payments, eq(payments.id, usages.paymentId))
        .leftJoin(charges, eq(charges.id, accountTransactions.chargeId))
        .leftJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
        .where(
          and(
            isNotHeld(db),
            eq(refunds.status, 'RESERVED'),
            provider === null
              ? sql`false`
              : or(eq(payments.provider, provider), eq(paymentInstruments.provider, provider)),
            isNotWaiting(db, 'REFUNDS', refunds.id, now),
          ),
        )
        .orderBy(asc(refunds.createdAt))
        .limit(limit),
    work: finishRefund,
  },

  {
    name: 'RETURNS',
    table: jobRetries,
    providers: PROVIDER_NAMES,
    delay: RETURNS_DELAY,
    find: findReturnChecks,
    work: checkReturn,
  },
  {
    name: 'OUTCOMES',
    table: payments,
    providers,
    find: (db, { provider, now, before, limit }) =>
      db
        .select({ id: payments.id })
        .from(payments)
        .where(
          and(
            inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']),
            lte(payments.updatedAt, before),
            isAt(provider),
            isNotWaiting(db, 'OUTCOMES', payments.id, now),
          ),
        )
        .orderBy(asc(payments.updatedAt))
        .limit(limit),
    work: async (context, id, traceId) => !isUndecided((await resolvePayment(context, id, traceId)).status),
  },
  {
    name: 'EXPIRY',
    table: paymentSessions,
    providers,
    find: findExpired,
    work: expireSession,
  },

  {
    name: 'RELEASES',
    table: payments,
    providers,
    find: (db, { provider, now, limit }) =>
      db
        .select({ id: payments.id })
        .from(payments)
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(
          and(
            isNotHeld(db),
            eq(payments.releaseStatus, 'DUE'),
            // While a session is expiring, its expiry releases what its payments hold.
            ne(paymentSessions.status, 'EXPIRING'),
            isAt(provider),
            isNotWaiting(db, 'RELEASES', payments.id, now),
          ),
        )
        .orderBy(asc(payments.updatedAt))
        .limit(limit),
    work: releasePayment,
  },

  {
    name: 'DETACHMENTS',
    table: paymentInstruments,
    providers,
    find: (db, { provider, now, limit }) =>
      db
        .select({ id: paymentInstruments.id })
        .from(paymentInstruments)
        .where(
          and(
            eq(paymentInstruments.detachStatus, 'DUE'),
            provider === null ? sql`false` : eq(paymentInstruments.provider, provider),
            isNotWaiting(db, 'DETACHMENTS', paymentInstruments.id, now),
          ),
        )
        .orderBy(asc(paymentInstruments.createdAt))
        .limit(limit),
    work: detachInstrument,
  },

  BANK_NOTICES,
  BANK_COLLECTIONS,
];

/** Matches payments whose end needs a response from the provider, about the outcome or about what it holds. */
function isOwedByProvider(): SQL | undefined {
  return or(
    inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']),
    and(inArray(payments.status, [...LIVE_STATUSES]), isNotNull(payments.providerReference)),
    eq(payments.releaseStatus, 'DUE'),
  );
}

/** Matches a provider's payments; with null, it matches payments without a provider. */
export function isAt(provider: ProviderName | null): SQL {
  return provider === null ? isNull(payments.provider) : eq(payments.provider, provider);
}

/**
 * Finds sessions that have expired but are not closed, and whose end needs this provider. With null, it finds those
 * that need no provider.
 */
function findExpired(db: Database, { provider, now, limit }: Search<ProviderName>) {
  const concerned = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.sessionId, paymentSessions.id),
        isOwedByProvider(),
        provider === null ? isNotNull(payments.provider) : eq(payments.provider, provider),
      ),
    );
  return db
    .select({ id: paymentSessions.id })
    .from(paymentSessions)
    .where(
      and(
        isNotHeld(db),
        inArray(paymentSessions.status, ['OPEN', 'EXPIRING']),
        lte(paymentSessions.validUntil, now),
        provider === null ? notExists(concerned) : exists(concerned),
        isNotWaiting(db, 'EXPIRY', paymentSessions.id, now),
      ),
    )
    .orderBy(asc(paymentSessions.validUntil))
    .limit(limit);
}
