import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@upc/contract/gateway';
import { and, eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../../../../core/context.js';
import { ApiError } from '../../../../../core/errors/api-error.js';
import type { BankMethod } from '../../../../studios/studios.stored.js';
import { directDebits } from '../../../bank-details/direct-debits.js';
import { formatOf } from '../bank-format.js';
import type { AccountEntry, DebitReport, NewAccount } from '../bank-response.js';
import { SEALED_BANK_PAYER } from '../bank.stored.js';
import { bankDebits, bankMandates } from '../bank.tables.js';
import { changeDebit, checkPayments, confirmBatch, type Debit } from '../debits.js';
import { debitNamed } from '../end-to-end-id.js';
import { endsMandate, isDuplicateDebit } from '../reasons.js';
import { type Import, list, type Report, requireSameAccount } from './import-run.js';

/** Books what a bank says about one debit: in an entry of the account, or in a report on its file. */
export async function bookDebit(
  run: Import,
  report: DebitReport,
  {
    batchId,
    bankReference,
    isBooked,
  }: Pick<AccountEntry, 'batchId' | 'bankReference'> & { readonly isBooked: boolean },
): Promise<void> {
  const { context, tx, studio, counts } = run;
  const listed: Report = {
    ...report,
    isCredit: isBooked && report.status === 'ACCEPTED',
    batchId,
    bankReference,
  };
  const named = report.endToEndId === null ? null : debitNamed(report.endToEndId);
  const [debit] = named ? await tx.select().from(bankDebits).where(named.which) : [];
  const isChange = report.status === 'CHANGED';
  if (!debit || !named) return list(run, isChange ? 'CHANGE' : 'UNKNOWN', listed);
  if (debit.studioId !== studio.id) return requireSameAccount(run, debit.studioId, report.line);
  const isNews = isBooked || report.status !== 'ACCEPTED';
  if (named.attempt !== debit.attempt) {
    return isNews ? list(run, isChange ? 'CHANGE' : 'ENDED', listed) : undefined;
  }
  if (report.amount !== null && report.amount !== debit.amount) return list(run, 'AMOUNT', listed);
  if (report.status === 'DISPUTED') return list(run, 'UNKNOWN', listed);
  if (isDuplicateDebit(report.reason, isBooked)) return list(run, 'DUPLICATE', listed);
  if (debit.batchId !== null && reportsOnlyFailures(debit)) await confirmBatch(context, tx, debit.batchId);
  const change =
    report.newAccount === null ? 'IMPOSSIBLE' : await changeAccount(run, debit, report.newAccount);
  if (isChange) {
    if (change === 'IMPOSSIBLE') await list(run, 'CHANGE', listed);
    else if (change === 'KNOWN') counts.known += 1;
    return;
  }
  if (report.status === 'ACCEPTED') {
    // Only an entry of the account says that the money has arrived.
    if (!isBooked) return;
    if (await changeDebit(context, tx, debit.id, 'COLLECTED')) counts.debitsCollected += 1;
    else if (debit.status === 'COLLECTED') counts.known += 1;
    else await list(run, 'ENDED', listed);
    return;
  }
  // A bank may report in one file that it has credited a debit, and in the next that it refuses it.
  const to = report.status === 'REFUSED' && debit.status === 'SENT' ? 'REFUSED' : 'RETURNED';
  if (await takeBack(run, debit, to, report.reason, change !== 'CHANGED')) {
    counts[to === 'REFUSED' ? 'debitsRefused' : 'debitsReturned'] += 1;
  } else if (debit.status === 'REFUSED' || debit.status === 'RETURNED') counts.known += 1;
  else await list(run, 'ENDED', listed);
}

/** Returns whether a bank writes no other report on a file than those on debits. */
const reportsOnlyFailures = ({ paymentMethod }: Debit): boolean =>
  formatOf(paymentMethod).collectedAfterBankDays !== undefined;

/**
 * Records that a debit was refused or returned, and queues the reversal of its payment. If the reason says that the
 * account or the mandate cannot be used, the mandate ends, and its debits that wait are refused for the same reason.
 *
 * @returns false when the debit's status does not allow that.
 */
export async function takeBack(
  { context, tx }: UnitOfWork,
  debit: Debit,
  to: 'REFUSED' | 'RETURNED',
  reason: string | null,
  mayEndMandate = true,
): Promise<boolean> {
  if (!(await changeDebit(context, tx, debit.id, to, reason))) return false;
  const now = context.clock.now();
  const refused: Pick<Debit, 'id' | 'amount'>[] = [];
  const isPreNote = debit.amount === 0;
  if (mayEndMandate && (isPreNote || endsMandate(reason))) {
    await tx
      .update(bankMandates)
      .set({ status: 'ENDED', endReason: reason, updatedAt: now })
      .where(and(eq(bankMandates.id, debit.mandateId), eq(bankMandates.status, 'ACTIVE')));
    const waiting = await tx
      .select({ id: bankDebits.id, amount: bankDebits.amount })
      .from(bankDebits)
      .where(and(eq(bankDebits.mandateId, debit.mandateId), eq(bankDebits.status, 'WAITING')));
    for (const each of waiting) {
      if (await changeDebit(context, tx, each.id, 'REFUSED', reason)) refused.push(each);
    }
  }
  await checkPayments(context, tx, [debit, ...refused]);
  return true;
}

/**
 * Debits the payer's new account from now on, under the same mandate. The signed mandate stays as it is. A report about
 * a debit that was sent before the last change is no change, because it may be out of date.
 *
 * @returns IMPOSSIBLE when the scheme cannot debit the new account, the old one was deleted, or it is not clear which
 * of two changes is the newer one.
 */
async function changeAccount(
  { context, tx, counts }: Import,
  { mandateId, paymentMethod, sentAt }: Debit,
  changes: NewAccount,
): Promise<'CHANGED' | 'KNOWN' | 'IMPOSSIBLE'> {
  const { keys, clock } = context;
  const [mandate] = await tx.select().from(bankMandates).where(eq(bankMandates.id, mandateId)).for('update');
  if (!mandate || mandate.payerEncrypted === null) return 'IMPOSSIBLE';
  const payer = SEALED_BANK_PAYER.open(keys, mandateId, mandate.payerEncrypted);
  const changed = { ...payer, ...changes };
  if (isDeepStrictEqual(changed, payer)) return 'KNOWN';
  const { accountChangedAt } = mandate;
  if (accountChangedAt !== null && (sentAt === null || sentAt < accountChangedAt)) return 'IMPOSSIBLE';
  if (!canBeDebited(paymentMethod, changed)) return 'IMPOSSIBLE';
  const now = clock.now();
  await tx
    .update(bankMandates)
    .set({
      payerEncrypted: SEALED_BANK_PAYER.seal(keys, mandateId, changed),
      accountChangedAt: now,
      updatedAt: now,
    })
    .where(eq(bankMandates.id, mandateId));
  counts.mandatesChanged += 1;
  return 'CHANGED';
}

/** Returns whether a scheme can debit an account that a bank has reported. */
function canBeDebited(method: BankMethod, payer: Schemas['PaymentDetails']): boolean {
  try {
    directDebits[method].check(payer);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
