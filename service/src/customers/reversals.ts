import { eq } from 'drizzle-orm';
import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { accountTransactions, claimPayments } from '../store/schema.js';
import { settleDueClaims } from './credit.js';
import { payClaims } from './pay-claims.js';

/**
 * Takes a transaction back as a whole: what it had paid is open again, and other credit settles of that what it can. The
 * transaction stays; a second one with negative amounts is added. The person is locked.
 *
 * @returns false when it was taken back before.
 */
export async function reverseTransaction(
  tx: Database,
  transactionId: number,
  { today, bookedAt }: { readonly today: CalendarDate; readonly bookedAt: Date },
): Promise<boolean> {
  const [original] = await tx
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.id, transactionId));
  if (!original) throw new Error('A transaction that was just there is gone.');
  const { customerId, currency, amount } = original;
  const [reversal] = await tx
    .insert(accountTransactions)
    .values({ customerId, currency, amount: -amount, reversesId: transactionId, bookedAt })
    .onConflictDoNothing()
    .returning({ id: accountTransactions.id });
  if (!reversal) return false;
  const paid = await tx.select().from(claimPayments).where(eq(claimPayments.transactionId, transactionId));
  await payClaims(
    tx,
    paid.map((part) => ({ ...part, transactionId: reversal.id, amount: -part.amount })),
  );
  await settleDueClaims(tx, customerId, today);
  return true;
}

/**
 * Books back what `reverseTransaction` took: as credit, which settles at once what is due, for others may have paid
 * meanwhile what it had paid. The person is locked.
 *
 * @returns false when it was not taken back, or is booked back already.
 */
export async function restoreTransaction(
  tx: Database,
  transactionId: number,
  { today, bookedAt }: { readonly today: CalendarDate; readonly bookedAt: Date },
): Promise<boolean> {
  const [reversal] = await tx
    .select()
    .from(accountTransactions)
    .where(eq(accountTransactions.reversesId, transactionId));
  if (!reversal) return false;
  const { id: reversesId, customerId, currency, amount } = reversal;
  const [restored] = await tx
    .insert(accountTransactions)
    .values({ customerId, currency, amount: -amount, reversesId, bookedAt })
    .onConflictDoNothing()
    .returning({ id: accountTransactions.id });
  if (restored) await settleDueClaims(tx, customerId, today);
  return restored !== undefined;
}
