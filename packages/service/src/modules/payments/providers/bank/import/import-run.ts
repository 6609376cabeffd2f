import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../../../../core/context.js';
import { recordEvent } from '../../../../../core/events.js';
import { type Studio, studios } from '../../../../studios/studios.tables.js';
import { BankFileError } from '../bank-file-error.js';
import { accountsOf } from '../bank-files.js';
import { SEALED_REFERENCES } from '../bank.stored.js';
import { bankEntries, type EntryProblem } from '../bank.tables.js';

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

export type Counts = { -readonly [K in keyof Omit<ImportedFile, 'messageType' | 'messageId'>]: number };

/** The import of one file. */
export interface Import extends UnitOfWork {
  readonly studio: Studio;
  /** Accounts with which the studio has collected. */
  readonly accounts: ReadonlySet<string>;
  readonly fileId: string;
  readonly counts: Counts;
}

/** What an entry says about a debit or batch, for staff. */
export interface Report {
  readonly line: number;
  readonly isCredit: boolean;
  readonly amount: number | null;
  readonly reason: string | null;
  readonly endToEndId: string | null;
  readonly mandateReference: string | null;
  readonly batchId: string | null;
  readonly bankReference: string | null;
}

/** Studios with one account import the same files; each books what is its own. */
export async function requireSameAccount(
  { tx, accounts }: Import,
  studioId: number,
  line: number,
): Promise<void> {
  const [other] = await tx.select().from(studios).where(eq(studios.id, studioId));
  const theirs = other ? await accountsOf(tx, other) : new Set<string>();
  if ([...theirs].some((iban) => accounts.has(iban))) return;
  throw new BankFileError(`It concerns a debit of studio ${studioId}, which has another account.`, line);
}

/** Lists an entry for staff. */
export async function list(run: Import, problem: EntryProblem, report: Report): Promise<void> {
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
