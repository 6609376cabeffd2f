import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { RequestMeta } from '../domain/request-meta.js';
import { ProviderUnavailableError } from '../ports/provider.js';
import type { Database } from '../store/database.js';
import {
  charges,
  customers,
  LIVE_STATUSES,
  paymentCustomers,
  paymentInstruments,
  payments,
  paymentSessions,
  studios,
} from '../store/schema.js';
import { recordEvent } from './events.js';
import { looksLike, type Instrument } from './instruments.js';
import type { SessionOfStudio } from './sessions.js';

/**
 * Takes a stored instrument from the person's lists, with those that look the same (a person sees one row of them), and
 * has the provider forget it. One that is gone already changes nothing.
 *
 * @throws ApiError 400 for a token that is none of this person's, 409 while a contract, a claim or a payment needs it.
 */
export async function removeInstrument(
  context: Context,
  { session, studio }: SessionOfStudio,
  token: string,
  { traceId }: RequestMeta,
): Promise<void> {
  const removed = await context.db.transaction(async (tx) => {
    const isTheirs = eq(paymentInstruments.paymentCustomerId, session.paymentCustomerId);
    // Whoever pays with one of them holds its row as well: a payment is seen here, or finds it gone.
    const all = await tx
      .select()
      .from(paymentInstruments)
      .where(isTheirs)
      .orderBy(asc(paymentInstruments.id))
      .for('update');
    const meant = all.find((instrument) => instrument.token === token);
    if (!meant) throw new ApiError('errormessage.payment.instrument.unknown', 'token');
    if (meant.status === 'DISCARDED') return [];
    const same = all.filter((one) => one.status !== 'DISCARDED' && looksLike(one, meant));
    const ids = same.map(({ id }) => id);
    if ((await usedInstruments(tx, ids)).size > 0 || same.some(({ status }) => status !== 'ACTIVE')) {
      throw new ApiError('errormessage.payment.instrument.in.use', 'token');
    }
    await tx
      .update(paymentInstruments)
      .set({ status: 'DISCARDED', detachStatus: 'DUE' })
      .where(inArray(paymentInstruments.id, ids));
    await recordEvent(context, tx, {
      kind: 'INSTRUMENT_REMOVED',
      detail: `${meant.paymentMethod}, removed by the payer`,
      traceId,
      studioId: studio.id,
      sessionId: session.id,
    });
    return ids;
  });
  for (const id of removed) await detachInstrument(context, id, traceId);
}

/** Those of the instruments that something needs: how a customer pays, a charge under way, a payment that is not used. */
async function usedInstruments(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const [standing, charged, paid] = await Promise.all([
    db
      .select({ id: customers.paymentInstrumentId })
      .from(customers)
      .where(inArray(customers.paymentInstrumentId, [...ids])),
    db
      .select({ id: charges.instrumentId })
      .from(charges)
      .where(and(inArray(charges.instrumentId, [...ids]), eq(charges.status, 'RESERVED'))),
    db
      .select({ id: payments.instrumentId })
      .from(payments)
      .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
      .where(
        and(
          inArray(payments.instrumentId, [...ids]),
          inArray(payments.status, [...LIVE_STATUSES]),
          // Of a session that is used, the payment is booked.
          inArray(paymentSessions.status, ['OPEN', 'USING', 'EXPIRING']),
        ),
      ),
  ]);
  return new Set([...standing, ...charged, ...paid].flatMap(({ id }) => id ?? []));
}

/** Whether the person may remove it: nothing needs it, nor one that looks the same. */
export async function removableTokens(
  db: Database,
  instruments: readonly Instrument[],
): Promise<ReadonlySet<string>> {
  const used = await usedInstruments(
    db,
    instruments.map(({ id }) => id),
  );
  const isNeeded = (one: Instrument): boolean => one.status !== 'ACTIVE' || used.has(one.id);
  return new Set(
    instruments
      .filter((one) => !instruments.some((other) => looksLike(other, one) && isNeeded(other)))
      .map(({ token }) => token),
  );
}

/**
 * Has the provider forget an instrument that was removed. When the provider does not answer, it stays due, and the jobs
 * try again.
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
    if (!(error instanceof ProviderUnavailableError)) throw error;
    await recordEvent(context, context.db, {
      kind: 'PROVIDER_SILENT',
      detail: 'no answer when an instrument was to be forgotten; it will be tried again',
      traceId,
      studioId: studio.id,
    });
    return false;
  }
  await context.db
    .update(paymentInstruments)
    .set({ detachStatus: 'DONE' })
    .where(eq(paymentInstruments.id, id));
  return true;
}
