import { and, eq, ne } from 'drizzle-orm';
import type { AccountEntry, AccountReport } from '../bank-response.js';
import { bankBatches, bankDebits } from '../bank.tables.js';
import { bookBatch, isOpen } from '../debits.js';
import { bookDebit } from './book-debit.js';
import { type Import, list, type Report, requireSameAccount } from './import-run.js';

/** Books the entries of accounts: credits, and what was taken back. */
export async function bookEntries(run: Import, { statements }: AccountReport): Promise<void> {
  for (const { account, entries, others } of statements) {
    // A file may report on other accounts too, or on those of several studios, each of which imports it.
    if (!run.accounts.has(account)) continue;
    run.counts.others += others;
    for (const entry of entries) {
      if (entry.currency !== run.studio.currency) await list(run, 'UNKNOWN', reportOf(entry));
      else if (entry.isCredit && entry.batchId !== null) await bookCredit(run, entry, entry.batchId);
      else if (entry.debits.length === 0) await list(run, 'UNKNOWN', reportOf(entry));
      else for (const debit of entry.debits) await bookDebit(run, debit, { ...entry, isBooked: true });
    }
  }
}

const reportOf = ({ line, isCredit, amount, batchId, bankReference }: AccountEntry): Report => ({
  line,
  isCredit,
  amount,
  reason: null,
  endToEndId: null,
  mandateReference: null,
  batchId,
  bankReference,
});

/** Books the credit of a batch. Debits that the bank has refused or returned before are not part of it. */
async function bookCredit(run: Import, entry: AccountEntry, batchId: string): Promise<void> {
  const { context, tx, studio, counts } = run;
  const [batch] = await tx.select().from(bankBatches).where(eq(bankBatches.id, batchId));
  if (batch && batch.studioId !== studio.id) {
    await requireSameAccount(run, batch.studioId, entry.line);
    return;
  }
  if (!batch) return list(run, 'UNKNOWN', reportOf(entry));
  if (batch.status === 'BOOKED') {
    counts.known += 1;
    return;
  }
  if (!isOpen(batch)) return list(run, 'ENDED', reportOf(entry));
  const debits = await tx
    .select()
    .from(bankDebits)
    .where(and(eq(bankDebits.batchId, batchId), ne(bankDebits.status, 'REFUSED')));
  const expected = debits.reduce((sum, { amount }) => sum + amount, 0);
  // Some banks credit a batch without the debits that they refuse, others credit it whole and take those back.
  if (entry.amount !== expected && entry.amount !== batch.total) return list(run, 'AMOUNT', reportOf(entry));
  if (await bookBatch(context, tx, batchId)) {
    counts.batchesBooked += 1;
    counts.debitsCollected += debits.length;
  }
}
