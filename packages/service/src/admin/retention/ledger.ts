import { and, asc, eq, gt, gte, inArray, isNotNull, lt, ne, notExists, or } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { events } from '../../core/events.tables.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { contracts } from '../../modules/memberships/contracts/contracts.tables.js';
import {
  accountTransactions,
  claimPayments,
  debtClaims,
} from '../../modules/payments/account/account.tables.js';
import { charges } from '../../modules/payments/charges/charges.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { refunds } from '../../modules/payments/refunds/refunds.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { deleteBankDebits, deleteBankMandates } from './bank-mandates.js';

interface LedgerRow {
  readonly id: number;
  readonly amount: number;
  readonly isOld: boolean;
}

interface LedgerTransaction extends LedgerRow {
  /** The transaction that this one reverses: it takes a booking back, or books it again after it was taken back. */
  readonly reversesId: number | null;
}

/** Ledger of one customer, in minor units: claims, transactions, and which transaction paid which claim. */
export interface CustomerLedger {
  readonly claims: readonly LedgerRow[];
  readonly transactions: readonly LedgerTransaction[];
  readonly payments: readonly {
    readonly claimId: number;
    readonly transactionId: number;
    readonly amount: number;
  }[];
  /** Claims that bookings have credited. Without this entry, the fee would be credited a second time. */
  readonly credits: readonly { readonly claimId: number; readonly transactionId: number }[];
}

/**
 * Finds the part of a ledger that is old and settled in itself: fully paid claims, and bookings that are used up by
 * such claims only. A transaction and those that took it back or booked it again count as one booking. Removing that
 * part changes neither the balance nor the open amounts.
 */
export function closedLedger({ claims, transactions, payments, credits }: CustomerLedger): {
  readonly claimIds: ReadonlySet<number>;
  readonly transactionIds: ReadonlySet<number>;
} {
  const bookingOf = bookingsBy(transactions);
  const paid = payments.map((part) => ({ ...part, bookingId: bookingOf(part.transactionId) }));
  const claimIds = settled(claims, (id) => paid.filter(({ claimId }) => claimId === id));
  const bookingIds = settled(asBookings(transactions, bookingOf), (id) =>
    paid.filter(({ bookingId }) => bookingId === id),
  );
  const credited = credits.map((credit) => ({ ...credit, bookingId: bookingOf(credit.transactionId) }));
  // Rows that belong to a remaining row also remain; the loop repeats until no more are found.
  for (let count = -1; count !== claimIds.size + bookingIds.size;) {
    count = claimIds.size + bookingIds.size;
    for (const { claimId, bookingId } of [...paid, ...credited]) {
      if (claimIds.has(claimId) && bookingIds.has(bookingId)) continue;
      claimIds.delete(claimId);
      bookingIds.delete(bookingId);
    }
  }
  const closed = transactions.filter(({ id }) => bookingIds.has(bookingOf(id)));
  return { claimIds, transactionIds: new Set(closed.map(({ id }) => id)) };
}

/** Returns a function that finds the booking of a transaction, identified by its first transaction. */
function bookingsBy(transactions: readonly LedgerTransaction[]): (id: number) => number {
  const reversed = new Map(transactions.map(({ id, reversesId }) => [id, reversesId]));
  const bookingOf = (id: number): number => {
    const reversesId = reversed.get(id) ?? null;
    return reversesId === null ? id : bookingOf(reversesId);
  };
  return bookingOf;
}

function asBookings(
  transactions: readonly LedgerTransaction[],
  bookingOf: (id: number) => number,
): LedgerRow[] {
  const bookings = new Map<number, LedgerRow>();
  for (const { id: transactionId, amount, isOld } of transactions) {
    const id = bookingOf(transactionId);
    const before = bookings.get(id) ?? { amount: 0, isOld: true };
    bookings.set(id, { id, amount: before.amount + amount, isOld: before.isOld && isOld });
  }
  return [...bookings.values()];
}

function settled(
  rows: readonly LedgerRow[],
  paidBy: (id: number) => readonly { readonly amount: number }[],
): Set<number> {
  const isSettled = ({ id, amount, isOld }: LedgerRow) =>
    isOld && paidBy(id).reduce((total, part) => total + part.amount, 0) === amount;
  return new Set(rows.filter(isSettled).map(({ id }) => id));
}

/**
 * Deletes payments and claims of a few customers that are from before a time and settled; see `closedLedger`. Claims of
 * a contract stay until the contract has ended for the same period.
 *
 * @param after the last customer of the previous batch; 0 at first.
 * @param onFault called when a customer's rows could not be deleted; those of the others still are.
 * @returns the last customer of this batch; null when there are no more.
 */
export async function deleteOldLedgers(
  db: Database,
  cutoff: Date,
  { after, limit }: { readonly after: number; readonly limit: number },
  onFault: (fault: unknown) => void,
): Promise<number | null> {
  const withOldTransactions = db
    .select({ id: accountTransactions.customerId })
    .from(accountTransactions)
    .where(lt(accountTransactions.bookedAt, cutoff));
  const batch = await db
    .select({ id: customers.id, person: customers.paymentCustomerId })
    .from(customers)
    .where(and(gt(customers.id, after), inArray(customers.id, withOldTransactions)))
    .orderBy(asc(customers.id))
    .limit(limit);
  for (const { id, person } of batch) await deleteOldLedger(db, cutoff, id, person).catch(onFault);
  return batch.at(-1)?.id ?? null;
}

async function deleteOldLedger(
  db: Database,
  cutoff: Date,
  customerId: number,
  person: string,
): Promise<void> {
  const isOldTransaction = and(
    eq(accountTransactions.customerId, customerId),
    lt(accountTransactions.bookedAt, cutoff),
  );
  const [old] = await db.select().from(accountTransactions).where(isOldTransaction).limit(1);
  if (!old) return;
  await db.transaction(async (tx) => {
    // A decision about balance and claims requires the lock on the person.
    await tx.select().from(paymentCustomers).where(eq(paymentCustomers.id, person)).for('no key update');
    const claims = await tx.select().from(debtClaims).where(eq(debtClaims.customerId, customerId));
    const transactions = await tx
      .select()
      .from(accountTransactions)
      .where(eq(accountTransactions.customerId, customerId));
    const paid = await tx
      .select({
        claimId: claimPayments.claimId,
        transactionId: claimPayments.transactionId,
        amount: claimPayments.amount,
      })
      .from(claimPayments)
      .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
      .where(eq(accountTransactions.customerId, customerId));
    const cutoffDay = cutoff.toISOString().slice(0, 10);
    const live = await contractsSince(tx, customerId, cutoffDay);
    const closed = closedLedger({
      claims: claims.map((claim) => ({
        ...claim,
        isOld: claim.dueDate < cutoffDay && !live.includes(claim.contractId ?? 0),
      })),
      transactions: transactions.map((entry) => ({ ...entry, isOld: entry.bookedAt < cutoff })),
      payments: paid,
      credits: transactions.flatMap(({ id: transactionId, creditsClaimId: claimId }) =>
        claimId === null ? [] : [{ claimId, transactionId }],
      ),
    });
    const transactionIds = [...closed.transactionIds];
    const claimIds = [...closed.claimIds];
    // A refund in progress stays, and the reference to its transaction keeps the whole ledger.
    await tx
      .delete(refunds)
      .where(
        and(
          or(inArray(refunds.transactionId, transactionIds), inArray(refunds.claimId, claimIds)),
          ne(refunds.status, 'RESERVED'),
        ),
      );
    if (claimIds.length > 0) {
      await tx.delete(claimPayments).where(inArray(claimPayments.claimId, claimIds));
      await tx.delete(debtClaims).where(inArray(debtClaims.id, claimIds));
    }
    if (transactionIds.length > 0) {
      await tx.delete(accountTransactions).where(inArray(accountTransactions.id, transactionIds));
    }
    const booked = tx
      .select({ id: accountTransactions.id })
      .from(accountTransactions)
      .where(eq(accountTransactions.chargeId, charges.id));
    const charged = await tx
      .delete(charges)
      .where(and(eq(charges.customerId, customerId), lt(charges.finishedAt, cutoff), notExists(booked)))
      .returning({ id: charges.id });
    await deleteBankDebits(tx, idsOf(charged));
  });
}

/**
 * Returns contracts that continue, or that ended on or after a day. From their claims, the jobs recognise which fees
 * were already written.
 */
async function contractsSince(tx: Database, customerId: number, day: CalendarDate): Promise<number[]> {
  const goesOn = or(gte(contracts.endDate, day), isNotNull(contracts.nextChange));
  const rows = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(eq(contracts.customerId, customerId), goesOn));
  return rows.map(({ id }) => id);
}

/**
 * Deletes sessions that were made before a time, with their attempts and usages, unless the ledger or a mandate still
 * needs one of them.
 *
 * @returns the number of sessions.
 */
export async function deleteOldSessions(db: Database, cutoff: Date, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const ofSession = eq(payments.sessionId, paymentSessions.id);
    const booked = tx
      .select({ id: accountTransactions.id })
      .from(accountTransactions)
      .innerJoin(usages, eq(usages.id, accountTransactions.usageId))
      .innerJoin(payments, eq(payments.id, usages.paymentId))
      .where(ofSession);
    const mandated = tx
      .select({ id: mandates.id })
      .from(mandates)
      .innerJoin(payments, eq(payments.id, mandates.paymentId))
      .where(ofSession);
    const inHand = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(ofSession, eq(payments.releaseStatus, 'DUE')));
    const rows = await tx
      .select({ id: paymentSessions.id })
      .from(paymentSessions)
      .where(
        and(
          lt(paymentSessions.createdAt, cutoff),
          inArray(paymentSessions.status, ['USED', 'EXPIRED']),
          notExists(booked),
          notExists(mandated),
          notExists(inHand),
        ),
      )
      .limit(limit);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const attempts = tx.select({ id: payments.id }).from(payments).where(inArray(payments.sessionId, ids));
    const used = await tx
      .delete(usages)
      .where(inArray(usages.paymentId, attempts))
      .returning({ id: usages.id });
    await deleteBankDebits(tx, idsOf(used));
    await tx.delete(events).where(inArray(events.sessionId, ids));
    const attempted = await tx
      .delete(payments)
      .where(inArray(payments.sessionId, ids))
      .returning({ id: payments.id });
    await deleteBankMandates(tx, idsOf(attempted));
    await tx.delete(paymentSessions).where(inArray(paymentSessions.id, ids));
    return ids.length;
  });
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
