import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { accountTransactions } from '../store/schema.js';
import { freeClaims } from './claims.js';
import { settleDueClaims } from './credit.js';
import { divide, meantBy } from './division.js';
import { payClaims } from './pay-claims.js';
import { lockCustomer } from './customers.js';

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
 * is due.
 *
 * @returns the id of the transaction
 */
export async function bookPayment(tx: Database, booking: Booking): Promise<number> {
  const { customerId, by, creditsClaimId = null, amount, currency, claimIds, today, bookedAt } = booking;
  await lockCustomer(tx, customerId);
  const claims = meantBy(claimIds, await freeClaims(tx, customerId, today, by ?? undefined), today);
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
  await settleDueClaims(tx, customerId, today);
  return transaction.id;
}
