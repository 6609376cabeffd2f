import { and, asc, eq, gt, gte, inArray, isNull, lt, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { type CalendarDate, dayAfter, startOfDay } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import { type CollectionBookingKind, collectionBookings } from '../debt-collection/debt-collection.tables.js';
import { homeStudioMoves } from '../home-studio/home-studio.tables.js';
import { accountTransactions, debtClaims } from '../payments/account/account.tables.js';
import { refunds } from '../payments/refunds/refunds.tables.js';
import { type Studio, studios } from '../studios/studios.tables.js';

/**
 * Kinds of bookings: what fell due, what was paid to the studio or a collection partner, what was given back, granted or
 * given up, what was taken back, and what was refunded.
 */
export type TaxEntryKind = 'CLAIM' | 'PAYMENT' | 'CREDIT' | 'REVERSAL' | 'REFUND';

/** A booking as an export shows it. It names nobody except by the customer's number. */
export interface TaxEntry {
  readonly date: CalendarDate;
  readonly kind: TaxEntryKind;
  /** Number of the claim or of the transaction, with a letter that distinguishes them. */
  readonly receiptNumber: string;
  readonly customerNumber: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
}

/** The days of an export; both are included. */
export interface TaxPeriod {
  readonly fromDate: CalendarDate;
  readonly toDate: CalendarDate;
}

/** Number of rows that are read at a time. */
const AT_A_TIME = 1000;

/**
 * Reads a studio's bookings of a period, in slices and by day. On each day, claims come before transactions. A member
 * who moves to another studio takes the account along, but bookings before the move stay in the books of the studio that
 * the member left.
 */
export async function* taxEntries(
  db: Database,
  studio: Studio,
  { fromDate, toDate }: TaxPeriod,
): AsyncGenerator<readonly TaxEntry[]> {
  for (let day = fromDate; day <= toDate; day = dayAfter(day)) {
    for (const read of [claimsOf, transactionsOf]) {
      for (let after = 0, isMore = true; isMore;) {
        const found = await read(db, studio, day, after);
        if (found.length > 0) yield found.map(({ entry }) => entry);
        isMore = found.length === AT_A_TIME;
        after = found.at(-1)?.id ?? after;
      }
    }
  }
}

/**
 * Returns the condition that an entry belongs to a studio: its customer was with that studio at the time.
 *
 * @param time the time of the entry, which may depend on the time zone of the studio that the customer left
 */
function isBookedAt(db: Database, { id }: Studio, time: SQLWrapper): SQL | undefined {
  const { customerId, sourceStudioId, movedAt } = homeStudioMoves;
  const leftSince = db
    .select({ id: sourceStudioId })
    .from(homeStudioMoves)
    .innerJoin(studios, eq(studios.id, sourceStudioId))
    .where(and(eq(customerId, customers.id), sql`${movedAt} > ${time}`))
    .orderBy(asc(homeStudioMoves.id))
    .limit(1);
  const theirs = db.select({ id: customers.id }).from(customers).where(eq(customers.studioId, id));
  const haveLeft = db.select({ id: customerId }).from(homeStudioMoves).where(eq(sourceStudioId, id));
  return and(
    // Only narrows the search. An "or" instead of the union would read the bookings of all studios.
    inArray(customers.id, union(theirs, haveLeft)),
    sql`coalesce((${leftSince}), ${customers.studioId}) = ${id}`,
  );
}

/** An entry, and the id after which the next slice begins. */
interface Found {
  readonly id: number;
  readonly entry: TaxEntry;
}

async function claimsOf(db: Database, studio: Studio, day: CalendarDate, after: number): Promise<Found[]> {
  const { id, customerId, amount, dueDate } = debtClaims;
  const fallsDue = sql`${dueDate}::timestamp at time zone ${studios.timeZone}`;
  // A refund is debited as a claim. Until it is paid out, it may still be cancelled.
  const isFinal = or(isNull(refunds.id), eq(refunds.status, 'DONE'));
  const rows = await db
    .select({ id, customerId, amount, refundId: refunds.id })
    .from(debtClaims)
    .innerJoin(customers, eq(customers.id, customerId))
    .leftJoin(refunds, eq(refunds.claimId, id))
    .where(and(isBookedAt(db, studio, fallsDue), eq(dueDate, day), gt(id, after), isFinal))
    .orderBy(asc(id))
    .limit(AT_A_TIME);
  return rows.map((row) => ({
    id: row.id,
    entry: {
      date: day,
      kind: row.refundId === null ? 'CLAIM' : 'REFUND',
      receiptNumber: `C${row.id}`,
      customerNumber: String(row.customerId),
      amount: row.refundId === null ? row.amount : -row.amount,
      currency: studio.currency,
    },
  }));
}

async function transactionsOf(
  db: Database,
  studio: Studio,
  day: CalendarDate,
  after: number,
): Promise<Found[]> {
  const { id, customerId, amount, currency, bookedAt, usageId, chargeId, reversesId } = accountTransactions;
  const isOnDay = and(
    gte(bookedAt, startOfDay(day, studio.timeZone)),
    lt(bookedAt, startOfDay(dayAfter(day), studio.timeZone)),
  );
  const rows = await db
    .select({
      ...{ id, customerId, amount, currency, usageId, chargeId, reversesId },
      collected: collectionBookings.kind,
    })
    .from(accountTransactions)
    .innerJoin(customers, eq(customers.id, customerId))
    .leftJoin(collectionBookings, eq(collectionBookings.transactionId, id))
    .where(and(isBookedAt(db, studio, bookedAt), isOnDay, gt(id, after)))
    .orderBy(asc(id))
    .limit(AT_A_TIME);
  return rows.map((row) => ({
    id: row.id,
    entry: {
      date: day,
      kind: kindOf(row),
      receiptNumber: `T${row.id}`,
      customerNumber: String(row.customerId),
      amount: row.amount,
      currency: row.currency,
    },
  }));
}

/** The columns that decide about the kind of a transaction. */
interface Origin extends Pick<
  typeof accountTransactions.$inferSelect,
  'usageId' | 'chargeId' | 'reversesId'
> {
  /** What it is in a collection partner's report; null if it is in none. */
  readonly collected: CollectionBookingKind | null;
}

function kindOf({ usageId, chargeId, reversesId, collected }: Origin): TaxEntryKind {
  if (reversesId !== null) return 'REVERSAL';
  return usageId !== null || chargeId !== null || collected === 'PAYMENT' ? 'PAYMENT' : 'CREDIT';
}
