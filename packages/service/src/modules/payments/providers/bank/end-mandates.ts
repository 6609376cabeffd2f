import { and, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../core/database/database.js';
import { bankDebits, bankMandates } from './bank.tables.js';
import { cancelPreNotes } from './debits.js';

/**
 * Ends mandates of the studios' own banks, and deletes the payers' accounts under which nothing was debited. A pre-note
 * counts only until it has an outcome. The other accounts stay until nothing can be collected or returned any more; see the retention of mandates.
 *
 * @returns the number of mandates.
 */
export async function endMandates(tx: Database, which: SQL | undefined, now: Date): Promise<number> {
  // The lock comes first, so that a debit that is being added counts.
  const locked = await tx
    .select({ id: bankMandates.id })
    .from(bankMandates)
    .where(and(which, ne(bankMandates.status, 'ENDED')))
    .orderBy(bankMandates.id)
    .for('update');
  if (locked.length === 0) return 0;
  const ids = locked.map(({ id }) => id);
  await cancelPreNotes(tx, ids, now);
  const ifDebited = (column: SQL) =>
    sql`case when exists (select 1 from ${bankDebits} where ${bankDebits.mandateId} = ${bankMandates.id}
      and (${bankDebits.amount} > 0 or ${bankDebits.status} = 'SENT')) then ${column} end`;
  await tx
    .update(bankMandates)
    .set({
      status: 'ENDED',
      payerEncrypted: ifDebited(sql`${bankMandates.payerEncrypted}`),
      reference: ifDebited(sql`${bankMandates.reference}`),
      updatedAt: now,
    })
    .where(inArray(bankMandates.id, ids));
  return ids.length;
}
