import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { freeClaims } from '../../customers/claims.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { accountTransactions, debtClaims } from '../../store/schema.js';
import type { Contract } from '../contracts.js';
import type { WrittenClaim } from './fee-changes.js';

/** The claims of a contract as they stand, in the order in which they were written. */
export async function writtenClaims(
  tx: Database,
  { id: contractId, customerId }: Contract,
  today: CalendarDate,
): Promise<WrittenClaim[]> {
  const credited = sql<number>`coalesce(sum(${accountTransactions.amount}), 0)`;
  const stored = await tx
    .select({ claim: debtClaims, credited: credited.mapWith(Number) })
    .from(debtClaims)
    .leftJoin(accountTransactions, eq(accountTransactions.creditsClaimId, debtClaims.id))
    .where(and(eq(debtClaims.contractId, contractId), isNotNull(debtClaims.contractKey)))
    .groupBy(debtClaims.id)
    .orderBy(asc(debtClaims.id));
  const free = new Map((await freeClaims(tx, customerId, today)).map(({ id, open }) => [id, open]));
  return stored.map(({ claim: { id, contractKey, dueDate, description, amount }, credited: back }) => ({
    id,
    key: contractKey ?? '',
    dueDate,
    description,
    amount,
    credited: back,
    isUntouched: free.get(id) === amount,
  }));
}
