import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { type Slice, sliceByCount, type SliceRange } from '../../../core/http/slices.js';
import { accountTransactions, claimPayments, debtClaims } from './account.tables.js';
import { openClaims } from './claims.js';
import { creditSources } from './credit.js';

/**
 * Returns the balance of a customer's account in minor units: payments and credits minus the claims due. It is negative
 * when the customer owes money.
 */
export async function accountBalance(db: Database, customerId: number, today: CalendarDate): Promise<number> {
  const [booked] = await db
    .select({ total: sql<number>`coalesce(sum(${accountTransactions.amount}), 0)`.mapWith(Number) })
    .from(accountTransactions)
    .where(eq(accountTransactions.customerId, customerId));
  const [used] = await db
    .select({ total: sql<number>`coalesce(sum(${claimPayments.amount}), 0)`.mapWith(Number) })
    .from(claimPayments)
    .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
    .where(eq(accountTransactions.customerId, customerId));
  const due = (await openClaims(db, customerId)).filter(({ dueDate }) => dueDate <= today);
  return (booked?.total ?? 0) - (used?.total ?? 0) - due.reduce((sum, { open }) => sum + open, 0);
}

/** A claim, or the unused part of a payment or of a credit from the studio. */
export interface AccountEntry {
  readonly kind: 'CLAIM' | 'PAYMENT' | 'CREDIT';
  /** Unique within one kind only. */
  readonly id: number;
  /** Due date of a claim; booking date of a payment or credit. */
  readonly day: CalendarDate;
  /** Set for claims only. */
  readonly description: string | null;
  /** Set for claims of a contract, together with the fee's key. */
  readonly contractId: number | null;
  readonly contractKey: string | null;
  /** Minor units. */
  readonly amount: number;
  /** The open part of a claim, or the unused part of a payment or credit. */
  readonly openAmount: number;
}

/**
 * Returns a slice of a customer's account as of a day, ordered by day: the claims due, and the unused parts of payments
 * and credits. Open claims minus unused credit give the amount that the customer owes (`accountBalance` with the
 * opposite sign).
 *
 * @param range offset is the number of entries to skip.
 */
export async function dueEntries(
  db: Database,
  customerId: number,
  { today, timeZone }: { readonly today: CalendarDate; readonly timeZone: string },
  range: SliceRange,
): Promise<Slice<AccountEntry>> {
  const sources = creditSources(db, customerId).as('sources');
  const credits = db
    .select({
      kind: sql<AccountEntry['kind']>`case when ${sources.isPaid} then 'PAYMENT' else 'CREDIT' end`.as(
        'kind',
      ),
      id: sources.id,
      day: sql<CalendarDate>`to_char(${sources.bookedAt} at time zone ${timeZone}, 'YYYY-MM-DD')`.as('day'),
      description: sql<string | null>`null::text`.as('description'),
      contractId: sql<number | null>`null::bigint`.as('contract_id'),
      contractKey: sql<string | null>`null::text`.as('contract_key'),
      amount: sources.amount,
      openAmount: sql<number>`${sources.left}`.mapWith(Number).as('open_amount'),
    })
    .from(sources);
  const entries = unionAll(claimsOf(db, customerId, lte(debtClaims.dueDate, today)), credits).as('entries');
  const rows = await db
    .select()
    .from(entries)
    .orderBy(asc(entries.day), asc(sql`${entries.kind} <> 'CLAIM'`), asc(entries.id))
    .offset(range.offset)
    .limit(range.size + 1);
  return sliceByCount(rows, range, (entry) => entry);
}

/** Returns a slice of the claims that fall due after a day, ordered by day. */
export async function upcomingEntries(
  db: Database,
  customerId: number,
  { today }: { readonly today: CalendarDate },
  range: SliceRange,
): Promise<Slice<AccountEntry>> {
  const rows = await claimsOf(db, customerId, gt(debtClaims.dueDate, today))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id))
    .offset(range.offset)
    .limit(range.size + 1);
  return sliceByCount(rows, range, (entry) => entry);
}

function claimsOf(db: Database, customerId: number, when: ReturnType<typeof lte>) {
  const paid = db
    .select({ claimId: claimPayments.claimId, total: sql<number>`sum(${claimPayments.amount})`.as('total') })
    .from(claimPayments)
    .innerJoin(accountTransactions, eq(accountTransactions.id, claimPayments.transactionId))
    .where(eq(accountTransactions.customerId, customerId))
    .groupBy(claimPayments.claimId)
    .as('paid');
  return db
    .select({
      kind: sql<AccountEntry['kind']>`'CLAIM'`.as('kind'),
      id: debtClaims.id,
      day: sql<CalendarDate>`to_char(${debtClaims.dueDate}, 'YYYY-MM-DD')`.as('day'),
      description: sql<string | null>`${debtClaims.description}`.as('description'),
      contractId: debtClaims.contractId,
      contractKey: debtClaims.contractKey,
      amount: debtClaims.amount,
      openAmount: sql<number>`${debtClaims.amount} - coalesce(${paid.total}, 0)`
        .mapWith(Number)
        .as('open_amount'),
    })
    .from(debtClaims)
    .leftJoin(paid, eq(paid.claimId, debtClaims.id))
    .where(and(eq(debtClaims.customerId, customerId), when));
}
