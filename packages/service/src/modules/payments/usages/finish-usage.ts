import { eq } from 'drizzle-orm';
import { calendarDateIn } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { lockCustomer, setPaymentMethod } from '../../customers/customers.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { bookPayment } from '../account/bookings.js';
import { type ProviderCharge, type Source, chargeAtProvider } from '../charging.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { closeLinksOfInstrument } from '../links/close-links.js';
import { completeLink } from '../links/complete-link.js';
import { payments } from '../payments.tables.js';
import { lockSession } from '../sessions/sessions.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { type LockedUsage, settleUsage } from '../state.js';
import { usages } from './usages.tables.js';

export type UsageResult =
  /** WAS_DONE: another call had already completed it, perhaps long ago. */
  | { readonly kind: 'DONE' | 'WAS_DONE' | 'UNKNOWN' }
  | { readonly kind: 'DECLINED'; readonly code: DeclineCode };

/**
 * Completes a reserved usage: the provider takes the money, with the usage's id as idempotency key, and the payment is
 * booked. It may be called repeatedly and concurrently. For a completed usage it returns the earlier result.
 */
export async function finishUsage(context: Context, usageId: string, traceId: string): Promise<UsageResult> {
  const found = await loadUsage(context.db, usageId);
  if (found.usage.status !== 'RESERVED') return resultOf(found.usage);
  const unknown = 'no response to the charge of the usage; it stays reserved';
  const charge = providerChargeOf(found, { of: 'usage', traceId, unknown });
  const outcome = await chargeAtProvider(context, charge);
  if (outcome.kind === 'UNKNOWN') return { kind: 'UNKNOWN' };
  const result = await context.db.transaction(async (tx): Promise<UsageResult> => {
    const locked = await lockUsage(tx, found.session.id, usageId);
    if (locked.usage.status !== 'RESERVED') return resultOf(locked.usage);
    await settleUsage({ context, tx, traceId }, locked, outcome);
    if (outcome.kind === 'DECLINED') return { kind: 'DECLINED', code: outcome.code };
    await book(context, tx, { ...found, ...locked });
    return { kind: 'DONE' };
  });
  await context.step('usage.committed');
  return result;
}

/** Returns the result of a usage that has ended. */
function resultOf({ status, failureCode }: LoadedUsage['usage']): UsageResult {
  return status === 'DECLINED' ? { kind: 'DECLINED', code: failureCode ?? 'DECLINED' } : { kind: 'WAS_DONE' };
}

/** A usage with everything it depends on, read without a lock. */
export interface LoadedUsage {
  readonly usage: typeof usages.$inferSelect;
  readonly payment: typeof payments.$inferSelect;
  readonly session: typeof paymentSessions.$inferSelect;
  readonly studio: Studio;
  readonly instrument: typeof paymentInstruments.$inferSelect | null;
}

export async function loadUsage(db: Database, usageId: string): Promise<LoadedUsage> {
  const [found] = await db
    .select({
      usage: usages,
      payment: payments,
      session: paymentSessions,
      studio: studios,
      instrument: paymentInstruments,
    })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, payments.instrumentId))
    .where(eq(usages.id, usageId));
  if (!found) throw new Error('The usage no longer exists.');
  return found;
}

/** Locks the session of a usage, then reads the usage and its payment. */
export async function lockUsage(tx: Database, sessionId: string, usageId: string): Promise<LockedUsage> {
  const session = await lockSession(tx, sessionId);
  const { usage, payment } = await loadUsage(tx, usageId);
  return { usage, payment, session };
}

/**
 * Returns whether the instrument is charged only when the token is used, because nothing was authorised or paid before.
 */
export function isInstrumentCharged({ hold }: LoadedUsage['payment']): boolean {
  return hold === 'SETUP' || hold === 'STORED';
}

/** Describes the charge that the provider has to make for a usage, depending on the payment's hold. */
export function providerChargeOf(
  found: LoadedUsage,
  {
    of,
    traceId,
    unknown,
  }: Pick<ProviderCharge, 'of'> & { readonly traceId: string; readonly unknown: string },
): ProviderCharge {
  const { usage, payment, session, studio } = found;
  return {
    of,
    studio,
    provider: payment.provider,
    movement: { key: usage.id, since: usage.createdAt },
    source: sourceOf(found),
    unknown: { detail: unknown, traceId, sessionId: session.id, paymentId: payment.id },
  };
}

function sourceOf({ usage, payment, session, instrument }: LoadedUsage): Source {
  const { amount } = usage;
  if (amount === 0) return { kind: 'NOTHING' };
  if (isInstrumentCharged(payment)) {
    if (!instrument) throw new Error('The instrument of the payment no longer exists.');
    return {
      kind: 'INSTRUMENT',
      charge: {
        instrumentReference: instrument.providerReference,
        paymentMethod: payment.paymentMethod,
        amount,
        currency: session.currency,
        customerReference: session.paymentCustomerId,
        statementText: session.referenceText,
      },
    };
  }
  const { providerReference: reference } = payment;
  if (reference === null) throw new Error('A usable payment has neither instrument nor intent.');
  return payment.hold === 'AUTHORIZED'
    ? { kind: 'AUTHORIZED', reference, amount }
    : { kind: 'PAID', reference, excess: session.amount - amount };
}

async function book(
  context: Context,
  tx: Database,
  { usage, payment, session, studio }: LoadedUsage,
): Promise<void> {
  const { customerId, amount, debtClaimIds } = usage;
  if (customerId === null) throw new Error('A usage outside a sale has no customer.');
  const isInstrument = usage.kind === 'PAYMENT_INSTRUMENT';
  if (isInstrument) {
    await lockCustomer(tx, customerId);
    await setPaymentMethod(tx, customerId, payment);
    await closeLinksOfInstrument(tx, customerId);
    await emit(context, tx, studio.id, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  }
  if (amount > 0) {
    const bookedAt = context.clock.now();
    await bookPayment(context, tx, {
      customerId,
      by: {
        kind: 'USAGE',
        id: usage.id,
        createdAt: usage.createdAt,
        studioId: studio.id,
        paymentMethod: payment.paymentMethod,
      },
      amount,
      currency: session.currency,
      // An amount that is paid together with a new instrument becomes credit.
      claimIds: isInstrument ? [] : debtClaimIds,
      today: calendarDateIn(bookedAt, studio.timeZone),
      bookedAt,
    });
  }
  const { linkId, currency } = session;
  if (linkId !== null) await completeLink(context, tx, { linkId, currency });
}
