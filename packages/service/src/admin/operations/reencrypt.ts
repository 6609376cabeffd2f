import { and, asc, eq, getTableName, gt, isNotNull, notLike, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import { rowOf } from '../../core/database/row-of.js';
import { documents } from '../../modules/documents/documents.tables.js';
import { taxExportParts } from '../../modules/tax-exports/tax-exports.tables.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const AT_ONCE = 100;
/** Tables with files, some of which are several megabytes large, and their batch size. */
const FILES: readonly PgTable[] = [documents, taxExportParts];
const FILES_AT_ONCE = 5;

interface Reencrypted {
  /** Number of texts that were encrypted again. */
  readonly texts: number;
  /** Texts that none of the secrets can decrypt: table, column and key of each row. They stay unchanged. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts with the current secret everything that an earlier secret encrypted, in batches, while services run. Rows
 * that another transaction has locked are left for another run; `countOfOtherKeys` returns how many texts remain.
 */
export async function reencrypt(context: Pick<Context, 'db' | 'keys'>): Promise<Reencrypted> {
  let texts = 0;
  const unreadable: string[] = [];
  for (const column of ENCRYPTED_COLUMNS) {
    // Batches follow the key, so rows that are done or locked are not visited again.
    for (let after: string | null | undefined = null; after !== undefined;) {
      const rows = await reencryptSome(context, column, after);
      const left = rows.filter(({ isDone }) => !isDone);
      texts += rows.length - left.length;
      unreadable.push(...left.map(({ key }) => rowNamed(column, key)));
      after = rows.at(-1)?.key;
    }
  }
  return { texts, unreadable };
}

/** Counts the texts that were encrypted with another secret than the current one. */
export async function countOfOtherKeys({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<number> {
  let count = 0;
  for (const { table, column } of ENCRYPTED_COLUMNS)
    count += await db.$count(table, isOfOtherKey(column, keys));
  return count;
}

function isOfOtherKey(column: PgColumn, { ids }: Context['keys']): SQL | undefined {
  return and(isNotNull(column), notLike(column, `${ids[0]}.%`));
}

function rowNamed({ table, column }: EncryptedColumn, key: string): string {
  return `${getTableName(table)}.${column.name} (row ${key})`;
}

function reencryptSome(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  { table, key, column, boundTo }: EncryptedColumn,
  after: string | null,
): Promise<{ readonly key: string; readonly isDone: boolean }[]> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        key: sql<string>`${key}`,
        boundTo: sql<string | number>`${boundTo}`,
        text: sql<string>`${column}`,
      })
      .from(table)
      .where(and(isOfOtherKey(column, keys), after === null ? undefined : gt(key, after)))
      .orderBy(asc(key))
      .limit(FILES.includes(table) ? FILES_AT_ONCE : AT_ONCE)
      .for('update', { skipLocked: true });
    const done: { key: string; isDone: boolean }[] = [];
    for (const row of rows) {
      const text = encryptedAgain(keys, row.text, rowOf(table, String(row.boundTo)));
      done.push({ key: row.key, isDone: text !== null });
      if (text === null) continue;
      await tx.execute(
        sql`update ${table} set ${sql.identifier(column.name)} = ${text} where ${eq(key, row.key)}`,
      );
    }
    return done;
  });
}

/**
 * Encrypts a text again with the current secret.
 *
 * @returns null for a text that cannot be decrypted, because it is damaged or its secret is missing.
 */
function encryptedAgain(keys: Context['keys'], text: string, place: string): string | null {
  try {
    return keys.encrypt(keys.decrypt(text, place), place);
  } catch {
    return null;
  }
}
