import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../../../core/context.js';
import type { Database } from '../../../../core/database/database.js';
import { rowOf } from '../../../../core/database/row-of.js';
import { StaffError } from '../../../../core/errors/staff-error.js';
import type { StudioBank } from '../../../studios/studios.stored.js';
import { type Studio, studios } from '../../../studios/studios.tables.js';
import { bankFiles } from './bank.tables.js';

export type BankFile = typeof bankFiles.$inferSelect;

/** A studio whose bank collects from files. */
export interface StudioWithBank extends Studio {
  readonly bank: StudioBank;
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

/**
 * Returns a studio whose bank collects debits now.
 *
 * @throws StaffError when it collects nothing.
 */
export function requireBank(studio: Studio): StudioWithBank {
  const { id, bank } = studio;
  if (bank) return { ...studio, bank };
  throw new StaffError(
    `Studio ${id} does not collect through its own bank; studio set --bank chooses that (docs/bank-files.md).`,
  );
}

/** Returns the accounts with which a studio has collected: the current one, and those of earlier files. */
export async function accountsOf(db: Database, { id, bank }: Studio): Promise<ReadonlySet<string>> {
  const written = await db
    .selectDistinct({ iban: bankFiles.iban })
    .from(bankFiles)
    .where(and(eq(bankFiles.studioId, id), eq(bankFiles.direction, 'OUT'), isNotNull(bankFiles.iban)));
  return new Set([bank?.iban, ...written.map(({ iban }) => iban)].filter((iban) => iban != null));
}

/** Stores a file encrypted. @returns its id, or null when the studio already has this message. */
export async function keepFile(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  file: Pick<BankFile, 'studioId' | 'direction' | 'iban' | 'messageType' | 'messageId'>,
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
