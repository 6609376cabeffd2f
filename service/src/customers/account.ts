import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { CalendarDate } from '../domain/calendar.js';
import { sliceByCount, type Slice, type SliceRange } from '../domain/slice.js';
import type { Database } from '../store/database.js';
import { accountTransactions, claimPayments, debtClaims } from '../store/schema.js';
import { openClaims } from './claims.js';

/**
 * The balance of a customer's account in minor units: what was paid or credited beyond the claims, less what
 * is due. Negative when the customer owes.
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

export interface AccountClaim {
  readonly id: number;
  readonly dueDate: CalendarDate;
  readonly description: string;
  /** Minor units. */
  readonly amount: number;
  readonly openAmount: number;
}

/**
 * A slice of what a customer has or had to pay, by due date: what is due by today, or what falls due later.
 *
 * @param offset how many come before.
 */
export async function accountClaims(
  db: Database,
  customerId: number,
  part: { readonly when: 'DUE' | 'UPCOMING'; readonly today: CalendarDate },
  range: SliceRange,
): Promise<Slice<AccountClaim>> {
  const isDue = part.when === 'DUE' ? lte : gt;
  const paid = db
    .select({
      claimId: claimPayments.claimId,
      total: sql<number>`sum(${claimPayments.amount})`.mapWith(Number).as('total'),
    })
    .from(claimPayments)
    .groupBy(claimPayments.claimId)
    .as('paid');
  const rows = await db
    .select({ claim: debtClaims, paid: sql<number>`coalesce(${paid.total}, 0)`.mapWith(Number) })
    .from(debtClaims)
    .leftJoin(paid, eq(paid.claimId, debtClaims.id))
    .where(and(eq(debtClaims.customerId, customerId), isDue(debtClaims.dueDate, part.today)))
    .orderBy(asc(debtClaims.dueDate), asc(debtClaims.id))
    .offset(range.offset)
    .limit(range.size + 1);
  return sliceByCount(rows, range, ({ claim: { id, dueDate, description, amount }, paid: total }) => ({
    id,
    dueDate,
    description,
    amount,
    openAmount: amount - total,
  }));
}
