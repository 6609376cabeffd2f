import { and, eq, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { calendarDateIn, instantBefore } from '../../../core/calendar.js';
import type { Alert, Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import { recordEvent } from '../../../core/events.js';
import { lockCustomer } from '../../customers/customers.js';
import { customers, paymentCustomers } from '../../customers/customers.tables.js';
import { type Studio, studios } from '../../studios/studios.tables.js';
import { emit } from '../../webhooks/webhook-events.js';
import { accountTransactions } from '../account/account.tables.js';
import { restoreTransaction, reverseTransaction } from '../account/bookings.js';
import { charges } from '../charges/charges.tables.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import { paymentContent, type ReportedPayment } from '../payment-events.js';
import { payments } from '../payments.tables.js';
import { type ProviderIntent, type ProviderName, ProviderUnavailableError } from '../providers/provider.js';
import { refundsDone, returnAfterRefund } from '../refunds/returns-after-refund.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { usages } from '../usages/usages.tables.js';
import { RETURNS_FOR_DAYS } from './return-window.js';
import { queueReturnChecks } from './returns.job.js';

/** A transaction that was paid through a provider. */
export interface PaidTransaction {
  /** The id of a usage or of a charge. */
  readonly paidBy: string;
  readonly transactionId: number;
  readonly customerId: number;
  /** The payment as partners were notified of it. */
  readonly reported: ReportedPayment;
  /** null if a token paid the transaction. */
  readonly chargeId: string | null;
  readonly provider: ProviderName;
  readonly reference: string;
  /** The customer's current studio; the customer may have moved since the payment. */
  readonly studio: Studio;
  /** The studio whose provider account received the payment. */
  readonly paidAtStudio: Studio;
  readonly paidAt: Date | null;
  /** Minor units. */
  readonly amount: number;
}

/** The state of the money at the provider: taken, or taken back. */
export interface Whereabouts {
  /** The reason why the money was taken back; null if it was not. */
  readonly code: DeclineCode | null;
  readonly answerBy?: Date;
}

export interface TakenBack extends Whereabouts {
  readonly code: DeclineCode;
}

export const isTakenBack = (money: Whereabouts): money is TakenBack => money.code !== null;

/**
 * Checks at the provider whether the payment behind a transaction has been taken back: a debit that the bank returned
 * or never settled, or a charge that the payer disputed. If so, the transaction is reversed, which reopens the claims
 * it had paid. If the money was returned to us, the transaction is booked back. Both may happen repeatedly. Partners
 * are notified of it, and that the customer has changed. A repeated check changes nothing.
 *
 * @param paidBy the id of a usage or of a charge
 * @returns whether no further checks are needed: the money was taken back, the return window is over, or nothing was
 * booked for it.
 */
export async function checkReturn(context: Context, paidBy: string, traceId: string): Promise<boolean> {
  const found = await findPaid(context.db, paidBy);
  if (!found) return true;
  const lastTime = instantBefore(context.clock.now(), { days: RETURNS_FOR_DAYS });
  const isOver = found.paidAt !== null && found.paidAt <= lastTime;
  for (;;) {
    const whereabouts = await askForMoney(context, found);
    await context.step('return.provider-answered');
    if (whereabouts === null) return isOver;
    // An outdated response must not remain booked, so the provider is queried again after each booking.
    if (await book(context, found, whereabouts, traceId)) continue;
    return isOver || whereabouts.code !== null;
  }
}

/** Brings the books in line with the state at the provider. @returns false when they already agree. */
async function book(
  context: Context,
  paid: PaidTransaction,
  money: Whereabouts,
  traceId: string,
): Promise<boolean> {
  const booked = await context.db.transaction(async (tx) => {
    await lockCustomer(tx, paid.customerId);
    return bookReturn({ context, tx, traceId }, paid, money);
  });
  for (const alert of booked ?? []) context.alert(alert);
  return booked !== null;
}

/**
 * Reverses a transaction whose money was taken back, or books it back. The caller holds the person's lock.
 *
 * @returns alerts to be raised after the commit; null when the books already agree.
 */
export async function bookReturn(
  { context, tx, traceId }: UnitOfWork,
  { paidBy, customerId, studio, paidAtStudio, chargeId, transactionId, reported }: PaidTransaction,
  { code, answerBy }: Whereabouts,
): Promise<Alert[] | null> {
  const bookedAt = context.clock.now();
  const time = { today: calendarDateIn(bookedAt, studio.timeZone), bookedAt };
  const change = code === null ? restoreTransaction : reverseTransaction;
  const claimIds = await change(context, tx, transactionId, time);
  if (claimIds === null) return null;
  // The partner continues to collect its claims, so it must know that the account has changed.
  await context.debtCollection.notifyOfClaims(context, tx, studio, claimIds);
  if (chargeId !== null) {
    await tx
      .update(charges)
      .set({ status: code === null ? 'DONE' : 'RETURNED', failureCode: code, finishedAt: bookedAt })
      .where(eq(charges.id, chargeId));
  }
  if (code === null) await queueReturnChecks(tx, paidBy, bookedAt);
  await recordEvent(context, tx, {
    kind: code === null ? 'PAYMENT_RESTORED' : 'PAYMENT_RETURNED',
    detail: `transaction ${transactionId} of customer ${customerId}${code === null ? '' : `: ${code}`}`,
    traceId,
    studioId: studio.id,
  });
  const alerts: Alert[] = [];
  if (answerBy !== undefined) {
    const detail = `transaction ${transactionId} of customer ${customerId} is disputed; answer at the provider until ${answerBy.toISOString()}`;
    alerts.push({ kind: 'DISPUTE_OPENED', studioId: paidAtStudio.id, traceId, detail });
  }
  if (code !== null) {
    const refunded = await refundsDone(tx, transactionId);
    alerts.push(...refunded.map((refund) => returnAfterRefund(refund, { studioId: studio.id, traceId })));
  }
  for (const alert of alerts) await recordEvent(context, tx, alert);
  const content = { transactionId, ...paymentContent(reported) };
  await emit(context, tx, studio.id, {
    entityId: customerId,
    ...(code === null
      ? { type: 'PAYMENT_RESTORED', content }
      : {
          type: 'PAYMENT_RETURNED',
          content: { ...content, failureCode: code, debtClaimIds: claimIds },
        }),
  });
  await emit(context, tx, studio.id, { type: 'CUSTOMER_UPDATED', entityId: customerId });
  return alerts;
}

/** Finds the usages and charges that a provider's reference belongs to. */
export async function paidByReference(
  db: Database,
  provider: ProviderName,
  reference: string,
): Promise<string[]> {
  const byToken = await db
    .select({ id: usages.id })
    .from(usages)
    .innerJoin(payments, eq(payments.id, usages.paymentId))
    .where(
      and(
        eq(usages.providerReference, reference),
        eq(payments.provider, provider),
        eq(usages.status, 'DONE'),
      ),
    );
  const byRun = await db
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .where(and(eq(charges.providerReference, reference), eq(paymentInstruments.provider, provider)));
  return [...byToken, ...byRun].map(({ id }) => id);
}

export async function findPaid(db: Database, paidBy: string): Promise<PaidTransaction | null> {
  const paidAtStudios = alias(studios, 'paid_at_studios');
  const [found] = await db
    .select({
      transaction: accountTransactions,
      studio: studios,
      paidAtStudio: paidAtStudios,
      usage: usages,
      byToken: payments,
      charge: charges,
      byRun: paymentInstruments,
    })
    .from(accountTransactions)
    .innerJoin(customers, eq(customers.id, accountTransactions.customerId))
    .innerJoin(studios, eq(studios.id, customers.studioId))
    .leftJoin(usages, eq(usages.id, accountTransactions.usageId))
    .leftJoin(payments, eq(payments.id, usages.paymentId))
    .leftJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .leftJoin(charges, eq(charges.id, accountTransactions.chargeId))
    .leftJoin(paymentInstruments, eq(paymentInstruments.id, charges.instrumentId))
    .leftJoin(paymentCustomers, eq(paymentCustomers.id, paymentInstruments.paymentCustomerId))
    .leftJoin(
      paidAtStudios,
      or(eq(paidAtStudios.id, paymentSessions.studioId), eq(paidAtStudios.id, paymentCustomers.studioId)),
    )
    .where(or(eq(accountTransactions.usageId, paidBy), eq(accountTransactions.chargeId, paidBy)));
  if (!found) return null;
  const { transaction, studio, paidAtStudio, usage, charge } = found;
  const { provider = null, paymentMethod = null } = found.byRun ?? found.byToken ?? {};
  const reference = (charge ?? usage)?.providerReference ?? null;
  if (provider === null || paymentMethod === null || reference === null || paidAtStudio === null) return null;
  const { id: transactionId, customerId, chargeId, amount, currency } = transaction;
  return {
    paidBy,
    transactionId,
    customerId,
    amount,
    reported: { kind: chargeId === null ? 'USAGE' : 'CHARGE', paymentMethod, amount, currency },
    chargeId,
    provider,
    reference,
    studio,
    paidAtStudio,
    paidAt: (charge ?? usage)?.finishedAt ?? null,
  };
}

/** Queries the provider about the state of the money. @returns null while the outcome is unknown. */
async function askForMoney(
  context: Context,
  { paidAtStudio, provider, reference }: PaidTransaction,
): Promise<Whereabouts | null> {
  try {
    return whereabouts(await context.providers.named(paidAtStudio, provider).retrieveIntent(reference));
  } catch (error) {
    if (error instanceof ProviderUnavailableError) return null;
    throw error;
  }
}

/**
 * Derives the state of the money from an intent. A pending debit was booked as taken, so a later decline means that it
 * was never paid.
 */
export function whereabouts({ status, returned, failure }: ProviderIntent): Whereabouts | null {
  if (returned) return returned;
  if (status === 'DECLINED' || status === 'CANCELLED') return { code: failure?.code ?? 'DECLINED' };
  return status === 'SUCCEEDED' ? { code: null } : null;
}
