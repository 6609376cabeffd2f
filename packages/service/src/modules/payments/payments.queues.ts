import {
  and,
  asc,
  eq,
  exists,
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
import type { Context } from '../../core/context.js';
import { isNotWaiting } from '../../core/jobs/retries.js';
import { releasePayment } from './attempts/release.js';
import { resolvePayment } from './attempts/resolution.js';
import { charges } from './charges/charges.tables.js';
import { finishCharge } from './charges/finish-charge.js';
import { detachInstrument } from './instruments/instrument-removal.js';
import { paymentInstruments } from './instruments/instruments.tables.js';
import { isUndecided } from './payments.js';
import { LIVE_STATUSES, payments } from './payments.tables.js';
import { PROVIDER_NAMES, type ProviderName } from './providers/provider.js';
import { checkReturn } from './returns/check-return.js';
import { findReturnChecks } from './returns/returns.job.js';
import { expireSession } from './sessions/expire-session.js';
import { paymentSessions } from './sessions/sessions.tables.js';
import { finishUsage } from './usages/finish-usage.js';
import { usages } from './usages/usages.tables.js';
import type { Queue, Search } from '../../core/jobs/batch.js';
import { RETURNS_DELAY } from './returns/return-window.js';
import { unlessHeld } from './held-after-restore.js';

const providers = [...PROVIDER_NAMES, null];

/** Queues for the work that payments leave unfinished. */
export const PAYMENT_QUEUES: readonly Queue<ProviderName>[] = [
  unlessHeld({
    name: 'USAGES',
    providers,
    find: ({ db, clock }, { provider, before, ignoresWaits, limit }) =>
      db
        .select({ id: usages.id })
        .from(usages)
        .innerJoin(payments, eq(payments.id, usages.paymentId))
        .where(
          and(
            eq(usages.status, 'RESERVED'),
            isNull(usages.saleId),
            lte(usages.createdAt, before),
            isAt(provider),
            ignoresWaits ? undefined : isNotWaiting(db, 'USAGES', usages.id, clock.now()),
          ),
        )
        .orderBy(asc(usages.createdAt))
        .limit(limit),
    work: async (context, id, traceId) => (await finishUsage(context, id, traceId)).kind !== 'UNKNOWN',
  }),
  unlessHeld({
    name: 'CHARGES',
    providers,
    find: ({ db, clock }, { provider, ignoresWaits, limit }) =>
      db
        .select({ id: charges.id })
        .from(charges)
        .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
        .where(
          and(
            // Only this queue works on reserved charges, no matter what reserved them.
            eq(charges.status, 'RESERVED'),
            provider === null ? sql`false` : eq(paymentInstruments.provider, provider),
            ignoresWaits ? undefined : isNotWaiting(db, 'CHARGES', charges.id, clock.now()),
          ),
        )
        .orderBy(asc(charges.createdAt))
        .limit(limit),
    work: finishCharge,
  }),
  {
    name: 'RETURNS',
    providers: PROVIDER_NAMES,
    delay: RETURNS_DELAY,
    find: ({ db, clock }, { provider, limit }) => findReturnChecks(db, provider, { now: clock.now(), limit }),
    work: checkReturn,
  },
  {
    name: 'OUTCOMES',
    providers,
    find: ({ db, clock }, { provider, before, ignoresWaits, limit }) =>
      db
        .select({ id: payments.id })
        .from(payments)
        .where(
          and(
            inArray(payments.status, ['AUTHENTICATED', 'UNKNOWN']),
            lte(payments.updatedAt, before),
            isAt(provider),
            ignoresWaits ? undefined : isNotWaiting(db, 'OUTCOMES', payments.id, clock.now()),
          ),
        )
        .orderBy(asc(payments.updatedAt))
        .limit(limit),
    work: async (context, id, traceId) => !isUndecided((await resolvePayment(context, id, traceId)).status),
  },
  unlessHeld({
    name: 'EXPIRY',
    providers,
    find: findExpired,
    work: expireSession,
  }),
  unlessHeld({
    name: 'RELEASES',
    providers,
    find: ({ db, clock }, { provider, ignoresWaits, limit }) =>
      db
        .select({ id: payments.id })
        .from(payments)
        .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
        .where(
          and(
            eq(payments.releaseStatus, 'DUE'),
            // While a session is expiring, its expiry releases what its payments hold.
            ne(paymentSessions.status, 'EXPIRING'),
            isAt(provider),
            ignoresWaits ? undefined : isNotWaiting(db, 'RELEASES', payments.id, clock.now()),
          ),
        )
        .orderBy(asc(payments.updatedAt))
        .limit(limit),
    work: releasePayment,
  }),
  {
    name: 'DETACHMENTS',
    providers,
    find: ({ db, clock }, { provider, ignoresWaits, limit }) =>
      db
        .select({ id: paymentInstruments.id })
        .from(paymentInstruments)
        .where(
          and(
            eq(paymentInstruments.detachStatus, 'DUE'),
            provider === null ? sql`false` : eq(paymentInstruments.provider, provider),
            ignoresWaits ? undefined : isNotWaiting(db, 'DETACHMENTS', paymentInstruments.id, clock.now()),
          ),
        )
        .orderBy(asc(paymentInstruments.createdAt))
        .limit(limit),
    work: detachInstrument,
  },
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
async function findExpired(
  { db, clock }: Context,
  { provider, ignoresWaits, limit }: Search<ProviderName>,
): Promise<{ id: string }[]> {
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
        inArray(paymentSessions.status, ['OPEN', 'EXPIRING']),
        lte(paymentSessions.validUntil, clock.now()),
        provider === null ? notExists(concerned) : exists(concerned),
        ignoresWaits ? undefined : isNotWaiting(db, 'EXPIRY', paymentSessions.id, clock.now()),
      ),
    )
    .orderBy(asc(paymentSessions.validUntil))
    .limit(limit);
}
