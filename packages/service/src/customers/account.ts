import { eq, sql } from 'drizzle-orm';
import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { accountTransactions, claimPayments } from '../store/schema.js';
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
