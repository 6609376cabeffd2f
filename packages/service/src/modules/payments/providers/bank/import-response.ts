import { createHash, randomUUID } from 'node:crypto';
import { findIbanFault, needsDebtorAddress } from '@upc/contract/iban';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { recordEvent } from '../../../../core/events.js';
import { type Studio, studios } from '../../../studios/studios.tables.js';
import { queueReturnChecksNow } from '../../returns/returns.job.js';
import { BankFileError } from './bank-file-error.js';
import { accountsOf, keepFile, lockFiles } from './bank-files.js';
import type {
  AccountEntry,
  AccountReport,
  BankResponse,
  BatchStatus,
  DebitReport,
  SentCollection,
  StatusReport,
} from './bank-response.js';
import { SEALED_BANK_PAYER, SEALED_REFERENCES } from './bank.stored.js';
import {
  bankBatches,
  bankDebits,
  bankEntries,
  bankFiles,
  bankMandates,
  type EntryProblem,
} from './bank.tables.js';
import {
  type Batch,
  bookBatch,
  changeDebit,
  confirmBatch,
  type Debit,
  debitOfEndToEndId,
  freeBatch,
  isOpen,
  sendAgain,
} from './debits.js';
import { concernsPayer, DUPLICATE, endsMandate } from './reasons.js';

/** What a file has changed. */
export interface ImportedFile {
  readonly messageType: string;
  readonly messageId: string;
  readonly batchesConfirmed: number;
  readonly batchesBooked: number;
  readonly batchesRefused: number;
  /** Debits of a file that was written here and is missing, as after a restore. */
  readonly debitsSent: number;
  readonly debitsCollected: number;
  readonly debitsRefused: number;
  readonly debitsReturned: number;
  readonly mandatesChanged: number;
  /** What was known before, such as a return that two files report. */
  readonly known: number;
  /** Entries that staff must decide about. */
  readonly toDecide: number;
  /** Entries that concern no debits. */
  readonly others: number;
}

type Counts = { -readonly [K in keyof Omit<ImportedFile, 'messageType' | 'messageId'>]: number };

interface Import extends UnitOfWork {
  readonly studio: Studio;
  /** Accounts with which the studio has collected. */
  readonly accounts: ReadonlySet<string>;
  readonly fileId: string;
  readonly counts: Counts;
}

/** What an entry says about a debit or batch, for staff. */
interface Report {
  readonly line: number;
  readonly isCredit: boolean;
  readonly amount: number | null;
  readonly reason: string | null;
  readonly endToEndId: string | null;
  readonly mandateReference: string | null;
  readonly batchId: string | null;
  readonly bankReference: string | null;
}

/**
 * Books what a studio's bank reports. The file is used as a whole or not at all. The payments behind refused and
 * returned debits are reversed by the queue of returns.
 *
 * @throws BankFileError naming the line when the file was imported before, belongs to another studio, or contradicts
 * the file that it answers.
 */
export async function importResponse(
  unit: UnitOfWork,
  { id: studioId }: Pick<Studio, 'id'>,
  { content, response }: { readonly content: Uint8Array; readonly response: BankResponse },
): Promise<ImportedFile> {
  const { context, tx } = unit;
  const studio = await lockFiles(tx, { id: studioId });
  const accounts = await accountsOf(tx, studio);
  await requireOfStudio(tx, { studio, accounts }, response);
  const { messageType, messageId } = response;
  await requireNew(tx, studio, messageType, content);
  const direction = response.kind === 'COLLECTION' ? 'OUT' : 'IN';
  const [account] = accountsIn(response);
  const file = { studioId, direction, iban: account?.iban ?? null, messageType, messageId } as const;
  const fileId = await keepFile(context, tx, file, content);
  if (fileId === null) throw new BankFileError(`The message ${messageId} was imported before.`);
  const counts: Counts = {
    batchesConfirmed: 0,
    batchesBooked: 0,
    batchesRefused: 0,
    debitsSent: 0,
    debitsCollected: 0,
    debitsRefused: 0,
    debitsReturned: 0,
    mandatesChanged: 0,
    known: 0,
    toDecide: 0,
    others: 0,
  };
  const run: Import = { ...unit, studio, accounts, fileId, counts };
  await book(run, response);
  return { messageType, messageId, ...counts };
}

function book(run: Import, response: BankResponse): Promise<void> {
  switch (response.kind) {
    case 'STATUS_REPORT':
      return bookStatus(run, response);
    case 'ACCOUNT_REPORT':
      return bookEntries(run, response);
    case 'COLLECTION':
      return bookSent(run, response);
  }
}

/** Returns the accounts that a file names, with their lines. */
function accountsIn(response: BankResponse): readonly { readonly iban: string; readonly line: number }[] {
  if (response.kind === 'STATUS_REPORT') return [];
  return response.kind === 'COLLECTION' ? [response] : response.statements;
}

/**
 * Returns the studios that a file belongs to: the one that wrote the file which it answers, the one of its debits, or
 * those with its account.
 *
 * @throws BankFileError when there is none.
 */
export async function studiosOf(db: Database, response: BankResponse): Promise<number[]> {
  if (response.kind === 'STATUS_REPORT') {
    const { messageId, line } = response.original;
    const [file] = await db
      .select({ studioId: bankFiles.studioId })
      .from(bankFiles)
      .where(and(eq(bankFiles.direction, 'OUT'), eq(bankFiles.messageId, messageId)));
    if (file) return [file.studioId];
    throw new BankFileError(`No file ${messageId} was written here.`, line);
  }
  const owners = response.kind === 'COLLECTION' ? await ownersOf(db, response) : [];
  if (owners.length > 0) return owners;
  const [first] = accountsIn(response);
  if (!first) throw new BankFileError('The file contains no account.');
  const now = await db
    .select({ id: studios.id })
    .from(studios)
    .where(sql`${studios.bank}->>'iban' = ${first.iban}`);
  const before = await db
    .selectDistinct({ id: bankFiles.studioId })
    .from(bankFiles)
    .where(and(eq(bankFiles.direction, 'OUT'), eq(bankFiles.iban, first.iban)));
  const found = new Set([...now, ...before].map(({ id }) => id));
  if (found.size > 0) return [...found].toSorted((one, other) => one - other);
  throw new BankFileError(`No studio collects on the account …${first.iban.slice(-4)}.`, first.line);
}

/** Returns the studios of a collection's debits. */
async function ownersOf(db: Database, { batches }: SentCollection): Promise<number[]> {
  const ids = batches
    .flatMap(({ debits }) => debits)
    .flatMap(({ endToEndId }) => debitOfEndToEndId(endToEndId)?.id ?? []);
  if (ids.length === 0) return [];
  const found = await db
    .selectDistinct({ studioId: bankDebits.studioId })
    .from(bankDebits)
    .where(inArray(bankDebits.id, ids));
  return found.map(({ studioId }) => studioId);
}

async function requireOfStudio(
  tx: Database,
  { studio, accounts }: Pick<Import, 'studio' | 'accounts'>,
  response: BankResponse,
): Promise<void> {
  for (const { iban, line } of accountsIn(response)) {
    if (accounts.has(iban)) continue;
    throw new BankFileError(`The account …${iban.slice(-4)} is not that of studio ${studio.id}.`, line);
  }
  if (response.kind === 'ACCOUNT_REPORT') return;
  const owners = await studiosOf(tx, response);
  if (owners.includes(studio.id)) return;
  const { messageId, line } = response.kind === 'COLLECTION' ? response : response.original;
  throw new BankFileError(`The file ${messageId} belongs to another studio than ${studio.id}.`, line);
}

/** Refuses the same bytes under another message id too. */
async function requireNew(
  tx: Database,
  { id }: Studio,
  messageType: string,
  content: Uint8Array,
): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const [same] = await tx
    .select({ messageId: bankFiles.messageId, createdAt: bankFiles.createdAt })
    .from(bankFiles)
    .where(
      and(eq(bankFiles.studioId, id), eq(bankFiles.messageType, messageType), eq(bankFiles.sha256, sha256)),
    );
  if (!same) return;
  throw new BankFileError(
    `This file was imported before, on ${same.createdAt.toISOString()}: ${same.messageId}.`,
  );
}

async function bookStatus(run: Import, { original, status, reason, batches }: StatusReport): Promise<void> {
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
      if (debit.status === 'ACCEPTED' && debit.newIban === null) continue;
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

/**
 * Marks the debits of a file as sent that was written after the backup from which the database was restored. Otherwise
 * they would be collected twice. Debits that the database does not know are listed for staff.
 */
async function bookSent(run: Import, { batches }: SentCollection): Promise<void> {
  const { context, tx, studio, fileId, counts } = run;
  for (const { id, line: lineOfBatch, executionOn, sequenceType, debits } of batches) {
    if ((await tx.$count(bankBatches, eq(bankBatches.id, id))) > 0) {
      throw new BankFileError(`The batch ${id} is part of another file.`, lineOfBatch);
    }
    await tx.insert(bankBatches).values({
      id,
      studioId: studio.id,
      fileId,
      executionOn,
      sequenceType,
      count: debits.length,
      total: debits.reduce((sum, { amount }) => sum + amount, 0),
      currency: studio.currency,
      status: 'SENT',
      updatedAt: context.clock.now(),
    });
    for (const { line, endToEndId, mandateReference, amount } of debits) {
      const named = debitOfEndToEndId(endToEndId);
      const isSent =
        named !== null && (await sendAgain(context, tx, { ...named, amount }, { id, sequenceType }));
      if (isSent) counts.debitsSent += 1;
      else {
        const report = { line, endToEndId, mandateReference, amount, batchId: id };
        await list(run, 'UNKNOWN', { ...report, isCredit: false, reason: null, bankReference: null });
      }
    }
  }
}

async function bookEntries(run: Import, { statements }: AccountReport): Promise<void> {
  for (const { entries, others } of statements) {
    run.counts.others += others;
    for (const entry of entries) {
      if (entry.isCredit && entry.batchId !== null) await bookCredit(run, entry, entry.batchId);
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

/** Studios with one account import the same files; each books what is its own. */
async function requireSameAccount({ tx, accounts }: Import, studioId: number, line: number): Promise<void> {
  const [other] = await tx.select().from(studios).where(eq(studios.id, studioId));
  const theirs = other ? await accountsOf(tx, other) : new Set<string>();
  if ([...theirs].some((iban) => accounts.has(iban))) return;
  throw new BankFileError(`It concerns a debit of studio ${studioId}, which has another account.`, line);
}

async function bookDebit(
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
  const named = report.endToEndId === null ? null : debitOfEndToEndId(report.endToEndId);
  const [debit] = named ? await tx.select().from(bankDebits).where(eq(bankDebits.id, named.id)) : [];
  if (!debit || !named) return list(run, 'UNKNOWN', listed);
  if (debit.studioId !== studio.id) return requireSameAccount(run, debit.studioId, report.line);
  const isNews = isBooked || report.status !== 'ACCEPTED';
  if (named.attempt !== debit.attempt) return isNews ? list(run, 'ENDED', listed) : undefined;
  if (report.amount !== null && report.amount !== debit.amount) return list(run, 'AMOUNT', listed);
  if (report.reason === DUPLICATE && !isBooked) return list(run, 'DUPLICATE', listed);
  const isAccountChanged = report.newIban !== null && (await changeAccount(run, debit, report.newIban));
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
  if (await takeBack(run, debit, to, report.reason, !isAccountChanged)) {
    counts[to === 'REFUSED' ? 'debitsRefused' : 'debitsReturned'] += 1;
  } else if (debit.status === 'REFUSED' || debit.status === 'RETURNED') counts.known += 1;
  else await list(run, 'ENDED', listed);
}

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
  const refused: string[] = [];
  if (mayEndMandate && endsMandate(reason)) {
    await tx
      .update(bankMandates)
      .set({ status: 'ENDED', endReason: reason, updatedAt: now })
      .where(and(eq(bankMandates.id, debit.mandateId), eq(bankMandates.status, 'ACTIVE')));
    const waiting = await tx
      .select({ id: bankDebits.id })
      .from(bankDebits)
      .where(and(eq(bankDebits.mandateId, debit.mandateId), eq(bankDebits.status, 'WAITING')));
    for (const { id } of waiting) {
      if (await changeDebit(context, tx, id, 'REFUSED', reason)) refused.push(id);
    }
  }
  await queueReturnChecksNow(tx, [debit.id, ...refused], now);
  return true;
}

/**
 * Debits the payer's new account from now on, under the same mandate. The signed mandate stays as it is. A report about
 * a debit that was sent before the last change says nothing new, nor does an account that SEPA cannot debit.
 *
 * @returns whether the account has changed.
 */
async function changeAccount(
  { context, tx, counts }: Import,
  { mandateId, sentAt }: Debit,
  iban: string,
): Promise<boolean> {
  const { keys, clock } = context;
  const [mandate] = await tx.select().from(bankMandates).where(eq(bankMandates.id, mandateId)).for('update');
  if (!mandate || mandate.payerEncrypted === null) return false;
  const { accountChangedAt } = mandate;
  if (accountChangedAt !== null && (sentAt === null || sentAt < accountChangedAt)) return false;
  const payer = SEALED_BANK_PAYER.open(keys, mandateId, mandate.payerEncrypted);
  const canBeDebited =
    findIbanFault(iban, 'SEPA') === null &&
    (payer.address !== undefined || !needsDebtorAddress(iban.slice(0, 2)));
  if (payer.iban === iban || !canBeDebited) return false;
  const now = clock.now();
  await tx
    .update(bankMandates)
    .set({
      payerEncrypted: SEALED_BANK_PAYER.seal(keys, mandateId, { ...payer, iban }),
      accountChangedAt: now,
      updatedAt: now,
    })
    .where(eq(bankMandates.id, mandateId));
  counts.mandatesChanged += 1;
  return true;
}

/** Lists an entry for staff. */
async function list(run: Import, problem: EntryProblem, report: Report): Promise<void> {
  const { context, tx, traceId, studio, fileId, counts } = run;
  const { line, isCredit, amount, reason, endToEndId, mandateReference, batchId, bankReference } = report;
  const id = randomUUID();
  const references = { endToEndId, mandateReference, batchId, bankReference };
  await tx.insert(bankEntries).values({
    id,
    studioId: studio.id,
    fileId,
    line,
    status: 'OPEN',
    problem,
    isCredit,
    amount,
    reason,
    referencesEncrypted: SEALED_REFERENCES.seal(context.keys, id, references),
    createdAt: context.clock.now(),
  });
  const detail = `line ${line} of a bank file cannot be assigned (${problem}); staff must decide about entry ${id}`;
  await recordEvent(context, tx, { kind: 'BANK_ENTRY_TO_DECIDE', detail, traceId, studioId: studio.id });
  counts.toDecide += 1;
}
