import { eq } from 'drizzle-orm';
import { BankFileError } from '../bank-file-error.js';
import type { SentCollection } from '../bank-response.js';
import { bankBatches } from '../bank.tables.js';
import { sendAgain } from '../debits.js';
import { debitNamed } from '../end-to-end-id.js';
import { type Import, list } from './import-run.js';

/**
 * Marks the debits of a file as sent that was written after the backup from which the database was restored. Otherwise
 * they would be collected twice. Debits that the database does not know are listed for staff.
 */
export async function bookSent(run: Import, { batches }: SentCollection): Promise<void> {
  const { context, tx, studio, fileId, counts } = run;
  for (const { id, line: lineOfBatch, executionOn, type, debits } of batches) {
    if ((await tx.$count(bankBatches, eq(bankBatches.id, id))) > 0) {
      throw new BankFileError(`The batch ${id} is part of another file.`, lineOfBatch);
    }
    await tx.insert(bankBatches).values({
      id,
      studioId: studio.id,
      fileId,
      executionOn,
      type,
      count: debits.length,
      total: debits.reduce((sum, { amount }) => sum + amount, 0),
      currency: studio.currency,
      status: 'SENT',
      updatedAt: context.clock.now(),
    });
    for (const { line, endToEndId, mandateReference, amount } of debits) {
      const named = debitNamed(endToEndId);
      const isSent = named !== null && (await sendAgain(context, tx, { ...named, amount }, id));
      if (isSent) counts.debitsSent += 1;
      // A pre-note that was lost is sent once more.
      else if (amount > 0) {
        const report = { line, endToEndId, mandateReference, amount, batchId: id };
        await list(run, 'UNKNOWN', { ...report, isCredit: false, reason: null, bankReference: null });
      }
    }
  }
}
