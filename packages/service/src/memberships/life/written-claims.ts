import { and, asc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import { freeClaims } from '../../customers/claims.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { collectionDebts } from '../../store/debt-collection-tables.js';
import { accountTransactions, claimPayments, debtClaims } from '../../store/schema.js';
import type { Contract } from '../contracts.js';
import type { WrittenClaim } from './fee-changes.js';

/** The claims of a contract as they stand, in the order in which they were written. */
export async function writtenClaims(
  tx: Database,
  { id: contractId, customerId }: Contract,
  today: CalendarDate,
): Promise<WrittenClaim[]> {
  const credited = sql<number>`coalesce(sum(${accountTransactions.amount}), 0)`;
  const ofClaim = (table: typeof claimPayments | typeof collectionDebts) =>
    exists(tx.select({ claimId: table.claimId }).from(table).where(eq(table.claimId, debtClaims.id)));
  // A claim that a bank has returned is open in full again, and its payments stay in the books.
  const isInBooks = sql<boolean>`${or(ofClaim(claimPayments), ofClaim(collectionDebts))}`;
  const stored = await tx
    .select({ claim: debtClaims, credited: credited.mapWith(Number), isInBooks })
    .from(debtClaims)
    .leftJoin(accountTransactions, eq(accountTransactions.creditsClaimId, debtClaims.id))
    .where(and(eq(debtClaims.contractId, contractId), isNotNull(debtClaims.contractKey)))
    .groupBy(debtClaims.id)
    .orderBy(asc(debtClaims.id));
  const free = new Map((await freeClaims(tx, customerId, today)).map(({ id, open }) => [id, open]));
  return stored.map(({ claim, credited: back, isInBooks: hasHistory }) => {
    const { id, contractKey, dueDate, description, amount } = claim;
    const isUntouched = free.get(id) === amount && back === 0 && !hasHistory;
    return { id, key: contractKey ?? '', dueDate, description, amount, credited: back, isUntouched };
  });
}
