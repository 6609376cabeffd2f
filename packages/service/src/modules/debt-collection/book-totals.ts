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
 * Books the totals of debts on the account. Each debt has a payment, a reduction and an abandonment. When its totals
 * change, those that differ are taken back and booked anew (specification, debt collection case update, rules 6 and 7).
 * The part of a payment that exceeds its claim becomes credit. A second call with the same totals changes nothing. The
 * person must be locked.
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
  account: AccountOfDebtor,
  { id: debtId, claimId, totals }: BookedDebt,
): Promise<void> {
  const { id: transactionId, amount: bookedAmount, reversesId } = accountTransactions;
  const earlier = await tx
    .select({ kind: collectionBookings.kind, transactionId, amount: bookedAmount, reversesId })
    .from(collectionBookings)
    .innerJoin(accountTransactions, eq(transactionId, collectionBookings.transactionId))
    .where(eq(collectionBookings.debtId, debtId));
  const reversed = earlier.flatMap((booking) => booking.reversesId ?? []);
  const standing = earlier.filter((one) => one.reversesId === null && !reversed.includes(one.transactionId));
  const standingOf = (kind: CollectionBookingKind) => standing.find((one) => one.kind === kind);
  const isBooked = COLLECTION_BOOKING_KINDS.every(
    (kind) => (standingOf(kind)?.amount ?? 0) === entriesOf(totals)[kind],
  );
  if (isBooked) return;
  // All parts are divided again, including the excess of an earlier payment that has settled other claims.
  await reverseClaimPayments(
    tx,
    standing.map((one) => one.transactionId),
  );
  for (const { kind, amount, ofClaim } of divideOverClaim(totals, await openOf(tx, claimId))) {
    const known = standingOf(kind);
    const isKept = known?.amount === amount;
    // A booking is never changed, because the books of its day may be closed.
    if (known && !isKept) {
      await book(tx, account, { debtId, kind, amount: -known.amount, reversesId: known.transactionId });
    }
    if (amount === 0) continue;
    const paying = isKept
      ? known.transactionId
      : await book(tx, account, { debtId, kind, amount, reversesId: null });
    if (ofClaim > 0) await payClaims(tx, [{ transactionId: paying, claimId, amount: ofClaim }]);
  }
}

interface CollectionBooking {
  readonly debtId: string;
  readonly kind: CollectionBookingKind;
  /** Minor units. */
  readonly amount: number;
  /** The booking that this one takes back; null for none. */
  readonly reversesId: number | null;
}

async function book(
  tx: Database,
  { customerId, currency, bookedAt }: AccountOfDebtor,
  { debtId, kind, amount, reversesId }: CollectionBooking,
): Promise<number> {
  const [made] = await tx
    .insert(accountTransactions)
    .values({ customerId, currency, bookedAt, amount, reversesId })
    .returning({ id: accountTransactions.id });
  if (!made) throw new Error('The account transaction was not inserted.');
  await tx.insert(collectionBookings).values({ debtId, kind, transactionId: made.id });
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
