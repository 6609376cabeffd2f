import { eq, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { accountTransactions, claimPayments, debtClaims } from '../payments/account/account.tables.js';
import { payClaims, reverseClaimPayments } from '../payments/account/claims.js';
import { isReservedCreditShort, settleDueClaims } from '../payments/account/credit.js';
import type { LaterModules } from '../payments/later-modules.js';
import { divideOverClaim, entriesOf, type Totals } from './amounts.js';
import {
  COLLECTION_BOOKING_KINDS,
  type CollectionBookingKind,
  collectionBookings,
} from './debt-collection.tables.js';

/** The totals of a debt that the account must show, in minor units. */
export interface BookedDebt {
  readonly id: string;
  readonly claimId: number;
  readonly totals: Totals;
}

export interface AccountOfDebtor {
  readonly customerId: number;
  readonly currency: string;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  readonly bookedAt: Date;
}

/**
 * Books the totals of debts on the account. Each debt has a payment, a reduction and an abandonment, which change with
 * the totals (specification, debt collection case update, rules 6 and 7). The part of a payment that exceeds its claim
 * becomes credit. A second call with the same totals changes nothing. The person must be locked.
 *
 * @throws ApiError 409 if a lower total would take back credit that an unfinished sale has reserved.
 */
export async function bookTotals(
  context: LaterModules,
  tx: Database,
  account: AccountOfDebtor,
  debts: readonly BookedDebt[],
): Promise<void> {
  for (const debt of debts) await bookDebt(tx, account, debt);
  if (await isReservedCreditShort(context, tx, account.customerId)) {
    throw new ApiError('errormessage.payment.claims.pending');
  }
  await settleDueClaims(context, tx, account.customerId, account.today);
}

async function bookDebt(
  tx: Database,
  { customerId, currency, bookedAt }: AccountOfDebtor,
  { id: debtId, claimId, totals }: BookedDebt,
): Promise<void> {
  const earlier = await tx
    .select({
      kind: collectionBookings.kind,
      transactionId: accountTransactions.id,
      amount: accountTransactions.amount,
    })
    .from(collectionBookings)
    .innerJoin(accountTransactions, eq(accountTransactions.id, collectionBookings.transactionId))
    .where(eq(collectionBookings.debtId, debtId));
  const booked = (kind: CollectionBookingKind) => earlier.find((one) => one.kind === kind)?.amount ?? 0;
  const isBooked = COLLECTION_BOOKING_KINDS.every((kind) => booked(kind) === entriesOf(totals)[kind]);
  if (isBooked) return;
  const transactionIds = earlier.map(({ transactionId }) => transactionId);
  // All parts are divided again, including the excess of an earlier payment that has settled other claims.
  await reverseClaimPayments(tx, transactionIds);
  for (const { kind, amount, ofClaim } of divideOverClaim(totals, await openOf(tx, claimId))) {
    const known = earlier.find((booking) => booking.kind === kind)?.transactionId;
    if (known === undefined && amount === 0) continue;
    const transactionId = known ?? (await book(tx, { customerId, currency, bookedAt, amount }));
    if (known === undefined) await tx.insert(collectionBookings).values({ debtId, kind, transactionId });
    else {
      await tx.update(accountTransactions).set({ amount }).where(eq(accountTransactions.id, transactionId));
    }
    if (ofClaim > 0) await payClaims(tx, [{ transactionId, claimId, amount: ofClaim }]);
  }
}

async function book(
  tx: Database,
  entry: { customerId: number; currency: string; bookedAt: Date; amount: number },
): Promise<number> {
  const [made] = await tx.insert(accountTransactions).values(entry).returning({ id: accountTransactions.id });
  if (!made) throw new Error('The account transaction was not inserted.');
  return made.id;
}

async function openOf(tx: Database, claimId: number): Promise<number> {
  const paid = sql`coalesce((select sum(${claimPayments.amount}) from ${claimPayments} where ${claimPayments.claimId} = ${debtClaims.id}), 0)`;
  const [claim] = await tx
    .select({ open: sql<number>`${debtClaims.amount} - ${paid}`.mapWith(Number) })
    .from(debtClaims)
    .where(eq(debtClaims.id, claimId));
  if (!claim) throw new Error('The claim of the debt no longer exists.');
  return claim.open;
}
