import { createHash } from 'node:crypto';
import { and, eq, or, sql } from 'drizzle-orm';
import type { UnitOfWork } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { BANK_METHODS } from '../../../studios/studios.stored.js';
import { type Studio, studios } from '../../../studios/studios.tables.js';
import { BankFileError } from './bank-file-error.js';
import { accountsOf, keepFile, lockFiles } from './bank-files.js';
import type { BankResponse, SentCollection } from './bank-response.js';
import { bankDebits, bankFiles } from './bank.tables.js';
import { debitNamed } from './end-to-end-id.js';
import { bookEntries } from './import/book-entries.js';
import { bookSent } from './import/book-sent.js';
import { bookStatus } from './import/book-status.js';
import type { Counts, Import, ImportedFile } from './import/import-run.js';

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
  const account = accountsIn(response).find((each) => accounts.has(each.account));
  const file = {
    studioId,
    direction,
    paymentMethod: response.kind === 'COLLECTION' ? response.method : null,
    account: account?.account ?? null,
    messageType,
    messageId,
  } as const;
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
function accountsIn(response: BankResponse): readonly { readonly account: string; readonly line: number }[] {
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
  const found = new Set<number>();
  for (const { account } of accountsIn(response)) {
    for (const id of await studiosWith(db, account)) found.add(id);
  }
  if (found.size > 0) return [...found].toSorted((one, other) => one - other);
  throw new BankFileError(`No studio collects on the account …${first.account.slice(-4)}.`, first.line);
}

/** Returns the studios that collect or have collected with an account. */
async function studiosWith(db: Database, account: string): Promise<number[]> {
  const isNow = BANK_METHODS.flatMap((method) =>
    ['iban', 'companyId', 'userId'].map((key) => sql`${studios.bank}->${method}->>${key} = ${account}`),
  );
  const now = await db
    .select({ id: studios.id })
    .from(studios)
    .where(or(...isNow));
  const before = await db
    .selectDistinct({ id: bankFiles.studioId })
    .from(bankFiles)
    .where(and(eq(bankFiles.direction, 'OUT'), eq(bankFiles.account, account)));
  return [...now, ...before].map(({ id }) => id);
}

/** Returns the studio of a collection's debits; nothing if the database has lost all of them. */
async function ownersOf(db: Database, { batches }: SentCollection): Promise<number[]> {
  for (const { endToEndId } of batches.flatMap(({ debits }) => debits)) {
    const named = debitNamed(endToEndId);
    if (!named) continue;
    const [found] = await db.select({ id: bankDebits.studioId }).from(bankDebits).where(named.which);
    if (found) return [found.id];
  }
  return [];
}

async function requireOfStudio(
  tx: Database,
  { studio, accounts }: Pick<Import, 'studio' | 'accounts'>,
  response: BankResponse,
): Promise<void> {
  const named = accountsIn(response);
  const [first] = named;
  if (first && !named.some(({ account }) => accounts.has(account))) {
    const { account, line } = first;
    throw new BankFileError(`The account …${account.slice(-4)} is not that of studio ${studio.id}.`, line);
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
