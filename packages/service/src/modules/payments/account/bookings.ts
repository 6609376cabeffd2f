import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { lockCustomer } from '../../customers/customers.js';
import type { LaterModules } from '../later-modules.js';
import { queueReturnChecks } from '../returns/returns.job.js';
import { accountTransactions, claimPayments } from './account.tables.js';
import { divide, freeClaims, intendedClaims, payClaims } from './claims.js';
import { settleDueClaims } from './credit.js';

interface PaidBy {
  readonly kind: 'USAGE' | 'CHARGE';
  readonly id: string;
  /** Time of the reservation. */
  readonly createdAt: Date;
}

export interface Booking {
  readonly customerId: number;
  /** The payment behind it: a usage or a payment run's charge; null: a credit without payment. */
  readonly by: PaidBy | null;
  /** The claim that a credit gives back. */
  readonly creditsClaimId?: number;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The claims to pay; null: those due by today, the oldest first. */
  readonly claimIds: readonly number[] | null;
  /** At the studio. */
  readonly today: CalendarDate;
  readonly bookedAt: Date;
}

/**
 * Books a payment on the account and on the claims it pays. What is left of it is credit, and settles at once what else
 * is due. A debit is queued for checks on returns, in the same transaction.
 *
 * @returns the id of the transaction
 */
export async function bookPayment(context: LaterModules, tx: Database, booking: Booking): Promise<number> {
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
  if (by) await queueReturnChecks(tx, by.id, bookedAt);
  await settleDueClaims(context, tx, customerId, today);
  return transaction.id;
}

type Transaction = typeof accountTransactions.$inferSelect;

/** The day at the studio, and the time. */
interface BookingTime {
  readonly today: CalendarDate;
  readonly bookedAt: Date;
}

/**
 * Takes a transaction back as a whole: what it had paid, or what it paid since it was booked back, is open again, and
 * other credit settles of that what it can. The transaction stays; another one with negative amounts is added. The person
 * is locked.
 *
 * @returns the claims that it had paid; null when it is taken back already.
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
 * Books back what `reverseTransaction` took: as credit, which settles at once what is due, for others may have paid
 * meanwhile what it had paid. The person is locked.
 *
 * @returns the claims that it had paid; null when it is not taken back.
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

/** Whether a transaction is taken back, and not booked back since. */
export async function isReversed(db: Database, transactionId: number): Promise<boolean> {
  return (await presentState(db, transactionId)).isReversed;
}

function partsOf(tx: Database, { id }: Transaction): Promise<(typeof claimPayments.$inferSelect)[]> {
  return tx.select().from(claimPayments).where(eq(claimPayments.transactionId, id));
}

/** The last of a transaction, what took it back, what booked that back, and so on: money may come and go more than once. */
async function presentState(
  tx: Database,
  transactionId: number,
): Promise<{ readonly last: Transaction; readonly isReversed: boolean }> {
  const [original] = await tx
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.id, transactionId));
  if (!original) throw new Error('A transaction that was just there is gone.');
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
