import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { RequestMeta } from '../domain/request-meta.js';
import type { Database } from '../store/database.js';
import {
  charges,
  customers,
  LIVE_STATUSES,
  paymentInstruments,
  payments,
  paymentSessions,
} from '../store/schema.js';
import { detachInstrument } from './detach-instrument.js';
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
    // A payment with one of them locks its row as well: it is seen here, or finds the instrument gone.
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
    const removable = await removableOf(tx, kept);
    if (!removable.includes(meant)) throw new ApiError('errormessage.payment.instrument.in.use', 'token');
    const ids = kept.filter((one) => looksLike(one, meant)).map(({ id }) => id);
    await tx
      .update(paymentInstruments)
      // The provider needs its reference alone; nobody is shown the rest any more.
      .set({ status: 'DISCARDED', detachStatus: 'DUE', details: {} })
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
  // It is removed, whatever becomes of this: what fails stays due, and the jobs, which try again, report it.
  await Promise.allSettled(removed.map((id) => detachInstrument(context, id, traceId)));
}

/** The tokens of the instruments that a person may remove: nothing needs them, nor one that looks the same. */
export async function removableTokens(db: Database, paymentCustomerId: string): Promise<ReadonlySet<string>> {
  const kept = await db
    .select()
    .from(paymentInstruments)
    .where(
      and(
        eq(paymentInstruments.paymentCustomerId, paymentCustomerId),
        ne(paymentInstruments.status, 'DISCARDED'),
      ),
    );
  return new Set((await removableOf(db, kept)).map(({ token }) => token));
}

/** @param kept all that a person has, those that other sessions are collecting among them */
async function removableOf(db: Database, kept: readonly Instrument[]): Promise<Instrument[]> {
  const used = await usedInstruments(
    db,
    kept.map(({ id }) => id),
  );
  return kept.filter((one) => !kept.some((other) => used.has(other.id) && looksLike(other, one)));
}

/**
 * Those of the instruments that something needs: how a customer pays, a charge under way, a payment that is not used.
 * One statement sees all of it as it is at one moment: the commit that uses a payment makes its instrument how a
 * customer pays, and between two statements neither would be seen.
 */
async function usedInstruments(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const standing = db
    .select({ id: customers.paymentInstrumentId })
    .from(customers)
    .where(inArray(customers.paymentInstrumentId, [...ids]));
  const paid = db
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
    );
  const charged = db
    .select({ id: charges.instrumentId })
    .from(charges)
    .where(and(inArray(charges.instrumentId, [...ids]), eq(charges.status, 'RESERVED')));
  const found = await union(standing, paid, charged);
  return new Set(found.flatMap(({ id }) => id ?? []));
}
