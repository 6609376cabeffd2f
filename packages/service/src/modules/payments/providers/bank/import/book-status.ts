import { and, eq } from 'drizzle-orm';
import { recordEvent } from '../../../../../core/events.js';
import { BankFileError } from '../bank-file-error.js';
import type { BatchStatus, StatusReport } from '../bank-response.js';
import { bankBatches, bankFiles } from '../bank.tables.js';
import { type Batch, confirmBatch, freeBatch, isOpen } from '../debits.js';
import { concernsPayer, DUPLICATE } from '../reasons.js';
import { bookDebit } from './book-debit.js';
import { type Import, list, type Report } from './import-run.js';

/** Books what a bank says about a file that it has received: as a whole, about its batches and debits. */
export async function bookStatus(
  run: Import,
  { original, status, reason, batches }: StatusReport,
): Promise<void> {
  const { tx, studio } = run;
  const sent = await tx
    .select({ batch: bankBatches })
    .from(bankBatches)
    .innerJoin(bankFiles, eq(bankFiles.id, bankBatches.fileId))
    .where(and(eq(bankFiles.messageId, original.messageId), eq(bankFiles.studioId, studio.id)))
    .orderBy(bankBatches.id);
  const found = new Map(sent.map(({ batch }) => [batch.id, batch]));
  requireTotals(original, [...found.values()]);
  const batchOf = ({ batchId, line }: BatchStatus): Batch | null => {
    if (batchId === null) return null;
    const batch = found.get(batchId);
    if (batch) return batch;
    throw new BankFileError(`The file ${original.messageId} has no batch ${batchId}.`, line);
  };
  // What the bank says about one debit comes first. The rest of a refused batch is not at fault, and waits again.
  for (const each of batches) {
    batchOf(each);
    const isRefusedAsAWhole = status === 'REFUSED' || each.status === 'REFUSED';
    for (const debit of each.debits) {
      // An accepted debit is not collected yet; only a changed account is news.
      if (debit.status === 'ACCEPTED' && debit.newAccount === null) continue;
      if (isRefusedAsAWhole && !concernsPayer(debit.reason)) continue;
      await bookDebit(run, debit, { batchId: each.batchId, bankReference: null, isBooked: false });
    }
  }
  const ofFile = batches.some(isDuplicate) ? DUPLICATE : reason;
  for (const batch of found.values()) {
    if (status === 'REFUSED') await refuseBatch(run, batch, ofFile, original.line);
    else if (status === 'RECEIVED') await confirm(run, batch);
  }
  for (const each of batches) {
    const batch = batchOf(each);
    // A report on a file that is refused as a whole may repeat its batches, without the reason.
    if (batch === null || status === 'REFUSED') continue;
    if (each.status === 'REFUSED')
      await refuseBatch(run, batch, isDuplicate(each) ? DUPLICATE : each.reason, each.line);
    else if (each.status !== null) await confirm(run, batch);
  }
}

/** Returns whether the bank has had a batch before, or one of its debits. Some banks give the reason for debits only. */
const isDuplicate = ({ reason, debits }: BatchStatus): boolean =>
  [reason, ...debits.map((debit) => debit.reason)].includes(DUPLICATE);

function requireTotals(
  { count, total, line, messageId }: StatusReport['original'],
  sent: readonly Batch[],
): void {
  const of = (key: 'count' | 'total') => sent.reduce((sum, batch) => sum + batch[key], 0);
  if (count !== null && count !== of('count')) {
    throw new BankFileError(`The file ${messageId} had ${of('count')} debits, not ${count}.`, line);
  }
  if (total !== null && total !== of('total')) {
    throw new BankFileError(
      `The file ${messageId} had a total of ${of('total')} minor units, not ${total}.`,
      line,
    );
  }
}

async function confirm({ context, tx, counts }: Import, batch: Batch): Promise<void> {
  if (batch.status === 'SENT') counts.batchesConfirmed += 1;
  await confirmBatch(context, tx, batch.id);
}

async function refuseBatch(run: Import, batch: Batch, reason: string | null, line: number): Promise<void> {
  const { context, tx, traceId, studio, counts } = run;
  // The bank has had it before, and may carry out the first.
  if (reason === DUPLICATE && isOpen(batch)) return list(run, 'DUPLICATE', ofBatch(batch, line, reason));
  if (await freeBatch(context, tx, batch.id, 'REFUSED', reason)) {
    counts.batchesRefused += 1;
    const detail = `the bank has refused the batch ${batch.id}: ${reason ?? 'no reason given'}; its ${batch.count} debits wait for the next file`;
    await recordEvent(context, tx, { kind: 'BANK_BATCH_REFUSED', detail, traceId, studioId: studio.id });
    return;
  }
  if (batch.status !== 'BOOKED' || reason === DUPLICATE) counts.known += 1;
  else await list(run, 'ENDED', ofBatch(batch, line, reason));
}

const ofBatch = ({ id, total }: Batch, line: number, reason: string | null): Report => ({
  line,
  isCredit: false,
  amount: total,
  reason,
  endToEndId: null,
  mandateReference: null,
  batchId: id,
  bankReference: null,
});
