import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { lockCustomer } from '../../customers/customers.js';
import { emit } from '../../webhooks/webhook-events.js';
import type { LaterModules } from '../later-modules.js';
import { paymentContent, type ReportedPayment } from '../payment-events.js';
import { queueReturnChecks } from '../returns/returns.job.js';
import { accountTransactions, claimPayments } from './account.tables.js';
import { divide, freeClaims, intendedClaims, payClaims } from './claims.js';
import { settleDueClaims } from './credit.js';

interface PaidBy extends Pick<ReportedPayment, 'kind' | 'paymentMethod'> {
  readonly id: string;
  /** The studio whose partners are notified. */
  readonly studioId: number;
  /** Time at which the payment was reserved. */
  readonly createdAt: Date;
}

export interface Booking {
  readonly customerId: number;
  /** The payment behind the booking: a usage or a payment run's charge. null for a credit without a payment. */
  readonly by: PaidBy | null;
  /** The claim that this credit gives back. */
  readonly creditsClaimId?: number;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The claims to pay. null pays the claims due by today, oldest first. */
  readonly claimIds: readonly number[] | null;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  readonly bookedAt: Date;
}

/**
 * Books a payment on the account and assigns it to the claims it pays. The rest becomes credit and immediately settles
 * other claims that are due. In the same transaction, a debit is queued for return checks, and partners are notified of
 * a payment.
 *
 * @returns the id of the transaction
 */
export async function bookPayment(
  context: LaterModules & Pick<Context, 'clock'>,
  tx: Database,
  booking: Booking,
): Promise<number> {
  const { customerId, by, creditsClaimId = null, amount, currency, claimIds, today, bookedAt } = booking;
  await lockCustomer(tx, customerId);
  const claims = intendedClaims(
    claimIds,
    await freeClaims(context, tx, customerId, { today, of: by }),
    today,
  );
  const [transaction] = await tx
    .insert(accountTransactions)
    .values({
      customerId,
      usageId: by?.kind === 'USAGE' ? by.id : null,
      chargeId: by?.kind === 'CHARGE' ? by.id : null,
      creditsClaimId,
      amount,
      currency,
      bookedAt,
    })
    .returning({ id: accountTransactions.id });
  if (!transaction) throw new Error('The account transaction was not inserted.');
  const parts = divide(amount, claims).map((part) => ({ ...part, transactionId: transaction.id }));
  await payClaims(tx, parts);
  if (by) {
    await queueReturnChecks(tx, by.id, bookedAt);
    await emit(context, tx, by.studioId, {
      type: 'PAYMENT_SUCCEEDED',
      entityId: customerId,
      content: {
        transactionId: transaction.id,
        ...paymentContent({ ...by, amount, currency }),
        debtClaimIds: parts.map(({ claimId }) => claimId),
      },
    });
  }
  await settleDueClaims(context, tx, customerId, today);
  return transaction.id;
}

type Transaction = typeof accountTransactions.$inferSelect;

/** Time at which a reversal is booked; `today` is in the studio's time zone. */
interface BookingTime {
  readonly today: CalendarDate;
  readonly bookedAt: Date;
}

/**
 * Takes a transaction back in full. The claims that it paid, originally or after it was restored, are open again, and
 * other credit settles what it can of them. The transaction itself stays; a second one with a negative amount is added.
 * The caller holds the person's lock.
 *
 * @returns the claims that it had paid, or null if it is already taken back.
 */
export async function reverseTransaction(
  context: LaterModules,
  tx: Database,
  transactionId: number,
  time: BookingTime,
): Promise<readonly number[] | null> {
  const { last, isReversed } = await presentState(tx, transactionId);
  if (isReversed) return null;
  const reversalId = await bookAgainst(tx, last, time);
  const paid = await partsOf(tx, last);
  await payClaims(
    tx,
    paid.map((part) => ({ ...part, transactionId: reversalId, amount: -part.amount })),
  );
  await settleDueClaims(context, tx, last.customerId, time.today);
  return paid.map(({ claimId }) => claimId);
}

/**
 * Books back what `reverseTransaction` took. The money returns as credit and immediately settles claims that are due,
 * because other payments may have paid the original claims in the meantime. The caller holds the person's lock.
 *
 * @returns the claims that the transaction had paid before its reversal, or null if it is not taken back.
 */
export async function restoreTransaction(
  context: LaterModules,
  tx: Database,
  transactionId: number,
  time: BookingTime,
): Promise<readonly number[] | null> {
  const { last, isReversed } = await presentState(tx, transactionId);
  if (!isReversed) return null;
  await bookAgainst(tx, last, time);
  await settleDueClaims(context, tx, last.customerId, time.today);
  return (await partsOf(tx, last)).map(({ claimId }) => claimId);
}

/** Returns whether a transaction is taken back and has not been booked back since. */
export async function isReversed(db: Database, transactionId: number): Promise<boolean> {
  return (await presentState(db, transactionId)).isReversed;
}

function partsOf(tx: Database, { id }: Transaction): Promise<(typeof claimPayments.$inferSelect)[]> {
  return tx.select().from(claimPayments).where(eq(claimPayments.transactionId, id));
}

/**
 * Follows the chain of reversals to its last transaction: the reversal of the original, the restoration after it, and
 * so on. A payment can be returned and restored more than once.
 */
export async function presentState(
  tx: Database,
  transactionId: number,
): Promise<{ readonly last: Transaction; readonly isReversed: boolean }> {
  const [original] = await tx
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.id, transactionId));
  if (!original) throw new Error('The transaction no longer exists.');
  for (let last = original, isReversed = false; ; isReversed = !isReversed) {
    const [next] = await tx
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.reversesId, last.id));
    if (!next) return { last, isReversed };
    last = next;
  }
}

async function bookAgainst(
  tx: Database,
  { id: reversesId, customerId, currency, amount }: Transaction,
  { bookedAt }: BookingTime,
): Promise<number> {
  const [made] = await tx
    .insert(accountTransactions)
    .values({ customerId, currency, amount: -amount, reversesId, bookedAt })
    .returning({ id: accountTransactions.id });
  if (!made) throw new Error('The account transaction was not inserted.');
  return made.id;
}
