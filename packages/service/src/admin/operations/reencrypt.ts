import { and, asc, eq, getTableName, gt, isNotNull, notLike, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import { rowOf } from '../../core/database/row-of.js';
import { documents } from '../../modules/documents/documents.tables.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const AT_ONCE = 100;
/** Some have megabytes. */
const DOCUMENTS_AT_ONCE = 5;

interface Reencrypted {
  /** Number of texts that were encrypted again. */
  readonly texts: number;
  /** Those that none of the secrets can read: table, column and key of each row. They stay as they are. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts with the current secret whatever an earlier one has encrypted, in batches, beside services that run. What
 * somebody else holds at the moment is taken in another run: `countOfOtherKeys` says whether there is any.
 */
export async function reencrypt(context: Pick<Context, 'db' | 'keys'>): Promise<Reencrypted> {
  let texts = 0;
  const unreadable: string[] = [];
  for (const column of ENCRYPTED_COLUMNS) {
    // By key: what is done or held is not walked over again.
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

/** Number of texts that were encrypted with another secret than the current one. */
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
      .limit(table === documents ? DOCUMENTS_AT_ONCE : AT_ONCE)
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

/** @returns null for a text that cannot be read: damaged, or made by a secret that is not given. */
function encryptedAgain(keys: Context['keys'], text: string, place: string): string | null {
  try {
    return keys.encrypt(keys.decrypt(text, place), place);
  } catch {
    return null;
  }
}
