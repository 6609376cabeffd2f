import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { rowOf } from '../../../../core/database/row-of.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import { BANK_METHODS, type BankMethod, type StudioBank } from '../../../studios/studios.stored.js';
import { type Studio, studios } from '../../../studios/studios.tables.js';
import { formatOf } from './bank-format.js';
import { bankFiles } from './bank.tables.js';

export type BankFile = typeof bankFiles.$inferSelect;

/** A studio whose bank collects the debits of a method from files. */
export interface StudioWithBank extends Studio {
  readonly bank: StudioBank;
  readonly method: BankMethod;
}

/**
 * Locks the files of a studio's bank, so that exports and imports follow one another. The lock does not block rows that
 * refer to the studio.
 */
export async function lockFiles(tx: Database, { id }: Pick<Studio, 'id'>): Promise<Studio> {
  const [studio] = await tx.select().from(studios).where(eq(studios.id, id)).for('no key update');
  if (!studio) throw new StaffError(`There is no studio ${id}.`);
  return studio;
}

/** Returns the methods whose debits a studio's bank collects now. */
export function methodsOf({ bank }: Pick<Studio, 'bank'>): readonly BankMethod[] {
  return BANK_METHODS.filter((method) => bank?.[method] !== undefined);
}

/**
 * Returns a studio whose bank collects the debits of a method now.
 *
 * @param wanted null if it is the only method
 * @throws StaffError when it collects nothing, or not that method, or several methods and none is given.
 */
export function requireBank(studio: Studio, wanted: BankMethod | null): StudioWithBank {
  const { id, bank } = studio;
  const methods = methodsOf(studio);
  const [only, another] = methods;
  const how = 'studio set --bank chooses that (docs/bank-files.md)';
  if (!bank || only === undefined) {
    throw new StaffError(`Studio ${id} does not collect through its own bank; ${how}.`);
  }
  if (wanted === null && another !== undefined) {
    throw new StaffError(`method is missing; the bank of studio ${id} collects ${methods.join(' and ')}.`);
  }
  const method = wanted ?? only;
  if (methods.includes(method)) return { ...studio, bank, method };
  throw new StaffError(`The bank of studio ${id} collects ${methods.join(' and ')}, not ${method}; ${how}.`);
}

/**
 * Returns what identifies the account of a method in files: its IBAN, the company id of ACH, or the user id of
 * BECS.
 */
export function accountOf(bank: StudioBank, method: BankMethod): string | null {
  if (method === 'ACH') return bank.ACH?.companyId ?? null;
  if (method === 'BECS') return bank.BECS?.userId ?? null;
  return bank[method]?.iban ?? null;
}

/** Returns the accounts with which a studio has collected: the current ones, and those of earlier files. */
export async function accountsOf(db: Database, { id, bank }: Studio): Promise<ReadonlySet<string>> {
  const written = await db
    .selectDistinct({ account: bankFiles.account })
    .from(bankFiles)
    .where(and(eq(bankFiles.studioId, id), eq(bankFiles.direction, 'OUT'), isNotNull(bankFiles.account)));
  const now = BANK_METHODS.map((method) => bank && accountOf(bank, method));
  return new Set([...now, ...written.map(({ account }) => account)].filter((account) => account !== null));
}

/** Stores a file encrypted. @returns its id, or null when the studio already has this message. */
export async function keepFile(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  file: Pick<BankFile, 'studioId' | 'direction' | 'paymentMethod' | 'account' | 'messageType' | 'messageId'>,
  content: Uint8Array,
): Promise<string | null> {
  const id = randomUUID();
  const kept = await tx
    .insert(bankFiles)
    .values({
      ...file,
      id,
      sha256: createHash('sha256').update(content).digest('hex'),
      contentEncrypted: keys.encrypt(Buffer.from(content).toString('base64'), rowOf(bankFiles, id)),
      createdAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: bankFiles.id });
  return kept[0]?.id ?? null;
}

/**
 * Reads a stored file.
 *
 * @throws StaffError when there is no such file, or its retention period has ended.
 */
export async function readFileOfBank(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  studioId: number,
  messageId: string,
): Promise<{ readonly file: BankFile; readonly content: Buffer }> {
  const [file] = await db
    .select()
    .from(bankFiles)
    .where(and(eq(bankFiles.studioId, studioId), eq(bankFiles.messageId, messageId)))
    // Banks may use one id for several of their messages; those written here come first.
    .orderBy(desc(bankFiles.direction), desc(bankFiles.createdAt))
    .limit(1);
  if (!file) throw new StaffError(`Studio ${studioId} has no file ${messageId}.`);
  return { file, content: contentOf({ keys }, file) };
}

/**
 * Decrypts the content of a file.
 *
 * @throws StaffError when its retention period has ended.
 */
export function contentOf(
  { keys }: Pick<Context, 'keys'>,
  { id, messageId, contentEncrypted }: Pick<BankFile, 'id' | 'messageId' | 'contentEncrypted'>,
): Buffer {
  if (contentEncrypted === null) {
    throw new StaffError(`The content of file ${messageId} was deleted at the end of its retention period.`);
  }
  return Buffer.from(keys.decrypt(contentEncrypted, rowOf(bankFiles, id)), 'base64');
}

/** Returns the name under which a file is saved: its message id and the extension of its format. */
export function fileName({ messageId, messageType }: Pick<BankFile, 'messageId' | 'messageType'>): string {
  const format = BANK_METHODS.map(formatOf).find((each) => each.messageType === messageType);
  // Banks choose the ids of their messages.
  return `${messageId.replaceAll(/[^\w.-]/g, '_')}.${format?.extension ?? 'xml'}`;
}
