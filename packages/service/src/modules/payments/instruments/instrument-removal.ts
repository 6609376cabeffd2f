import { and, asc, eq, exists, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import type { RequestMeta } from '../../../core/http/request-meta.js';
import type { CustomerOfStudio } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { studios } from '../../studios/studios.tables.js';
import { charges } from '../charges/charges.tables.js';
import { LIVE_STATUSES, payments } from '../payments.tables.js';
import { ProviderRequestError, ProviderUnavailableError } from '../providers/provider.js';
import type { SessionOfStudio } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { type Instrument, looksLike } from './instruments.js';
import { paymentInstruments } from './instruments.tables.js';

/**
 * Has the provider forget a removed instrument. If the provider does not respond or refuses, the task stays due and the
 * jobs retry it.
 *
 * @returns whether nothing is due any more.
 */
export async function detachInstrument(context: Context, id: string, traceId: string): Promise<boolean> {
  const [found] = await context.db
    .select({ instrument: paymentInstruments, studio: studios })
    .from(paymentInstruments)
    .innerJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .innerJoin(studios, eq(studios.id, paymentCustomers.studioId))
    .where(eq(paymentInstruments.id, id));
  if (found?.instrument.detachStatus !== 'DUE') return true;
  const { instrument, studio } = found;
  try {
    await context.providers
      .named(studio, instrument.provider)
      .detachInstrument(instrument.providerReference, `${id}:detach`);
  } catch (error) {
    const about = { traceId, studioId: studio.id };
    if (error instanceof ProviderUnavailableError) {
      const detail = 'no response when detaching an instrument; it will be retried';
      await recordEvent(context, context.db, { kind: 'PROVIDER_SILENT', detail, ...about });
      return false;
    }
    if (!(error instanceof ProviderRequestError)) throw error;
    const detail = `${error.code} when detaching an instrument; it will be retried`;
    await recordEvent(context, context.db, { kind: 'PROVIDER_REFUSED', detail, ...about });
    return false;
  }
  await context.db
    .update(paymentInstruments)
    .set({ detachStatus: 'DONE' })
    .where(eq(paymentInstruments.id, id));
  return true;
}

/**
 * Removes a stored instrument from the person's lists and has the provider forget it. Instruments that look the same
 * are removed with it, because the person sees them as one row. If it is already removed, nothing changes.
 *
 * @throws ApiError 400 for a token that does not belong to this person, 409 while a contract, a claim or a payment
 * needs the instrument.
 */
export async function removeInstrument(
  context: Context,
  { session, studio }: SessionOfStudio,
  token: string,
  { traceId }: RequestMeta,
): Promise<void> {
  const removed = await context.db.transaction(async (tx) => {
    const isTheirs = eq(paymentInstruments.paymentCustomerId, session.paymentCustomerId);
    // A payment with one of these instruments locks the row too. Either it is visible here, or it finds the instrument
    // discarded.
    const all = await tx
      .select()
      .from(paymentInstruments)
      .where(isTheirs)
      .orderBy(asc(paymentInstruments.id))
      .for('update');
    const meant = all.find((instrument) => instrument.token === token);
    if (!meant) throw new ApiError('errormessage.payment.instrument.unknown', 'token');
    if (meant.status === 'DISCARDED') return [];
    const kept = all.filter(({ status }) => status !== 'DISCARDED');
    if (!(await removableOf(tx, kept)).includes(meant))
      throw new ApiError('errormessage.payment.instrument.in.use', 'token');
    const ids = kept.filter((one) => looksLike(one, meant)).map(({ id }) => id);
    await discard(tx, ids);
    await recordEvent(context, tx, {
      kind: 'INSTRUMENT_REMOVED',
      detail: `${meant.paymentMethod}, removed by the payer`,
      traceId,
      studioId: studio.id,
      sessionId: session.id,
    });
    return ids;
  });
  // The instrument is removed even if this fails. A failed call stays due, and the jobs retry and report it.
  await Promise.allSettled(removed.map((id) => detachInstrument(context, id, traceId)));
}

/**
 * Removes the stored instruments of a customer that nothing needs, in the given transaction. The queue has the provider
 * forget them.
 */
export async function removeUnneededInstruments(
  { context, tx, traceId }: UnitOfWork,
  { studio, customerId }: CustomerOfStudio,
): Promise<void> {
  const isTheirs = inArray(
    paymentInstruments.paymentCustomerId,
    tx.select({ id: customers.paymentCustomerId }).from(customers).where(eq(customers.id, customerId)),
  );
  const kept = await tx
    .select()
    .from(paymentInstruments)
    .where(and(isTheirs, ne(paymentInstruments.status, 'DISCARDED')))
    .orderBy(asc(paymentInstruments.id))
    .for('update');
  const removed = await removableOf(tx, kept);
  if (removed.length === 0) return;
  await discard(
    tx,
    removed.map(({ id }) => id),
  );
  await recordEvent(context, tx, {
    kind: 'INSTRUMENT_REMOVED',
    detail: `${removed.length} of customer ${customerId}, after a withdrawal`,
    traceId,
    studioId: studio.id,
  });
}

async function discard(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .update(paymentInstruments)
    // The provider needs only its reference, and the details are no longer shown to anyone.
    .set({ status: 'DISCARDED', detachStatus: 'DUE', details: {}, expiryNoticeOn: null })
    .where(inArray(paymentInstruments.id, [...ids]));
}

/** An instrument that has not been removed, and whether anything needs it. */
export interface KeptInstrument {
  readonly instrument: Instrument;
  readonly isNeeded: boolean;
}

/**
 * Selects the instruments that a person may remove: those that nothing needs, and that do not look the same as one that
 * is needed.
 *
 * @param kept all instruments of the person, including those that other sessions are collecting
 */
export function removable(kept: readonly KeptInstrument[]): Instrument[] {
  return kept
    .filter(
      ({ instrument }) => !kept.some((other) => other.isNeeded && looksLike(other.instrument, instrument)),
    )
    .map(({ instrument }) => instrument);
}

async function removableOf(db: Database, kept: readonly Instrument[]): Promise<Instrument[]> {
  const ids = kept.map(({ id }) => id);
  const needed = await db
    .select({ id: paymentInstruments.id })
    .from(paymentInstruments)
    .where(and(inArray(paymentInstruments.id, ids), isNeeded(db)));
  const neededIds = new Set(needed.map(({ id }) => id));
  return removable(kept.map((instrument) => ({ instrument, isNeeded: neededIds.has(instrument.id) })));
}

/**
 * Returns a condition for `paymentInstruments`: a customer pays with the instrument, a charge is in progress, or a
 * payment with it is not used yet. A single statement must check all three in one snapshot. The commit that uses a
 * payment also makes its instrument the customer's, so two separate statements could miss both.
 */
export function isNeeded(db: Database): SQL<boolean> {
  const standing = db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.paymentInstrumentId, paymentInstruments.id));
  const payment = alias(payments, 'payment_with_it');
  const itsSession = alias(paymentSessions, 'session_with_it');
  const paid = db
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(itsSession, eq(itsSession.id, payment.sessionId))
    .where(
      and(
        eq(payment.instrumentId, paymentInstruments.id),
        inArray(payment.status, [...LIVE_STATUSES]),
        // In a used session, the payment is already booked.
        inArray(itsSession.status, ['OPEN', 'USING', 'EXPIRING']),
      ),
    );
  const charged = db
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.instrumentId, paymentInstruments.id), eq(charges.status, 'RESERVED')));
  return sql<boolean>`(${exists(standing)} or ${exists(paid)} or ${exists(charged)})`;
}
