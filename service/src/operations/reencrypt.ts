import { and, asc, eq, gt, isNotNull, notLike, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Context } from '../context.js';
import { rowOf } from '../store/row-of.js';
import { documents } from '../store/document-tables.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const AT_ONCE = 100;
/** Some have megabytes. */
const DOCUMENTS_AT_ONCE = 5;

/**
 * Encrypts with the current secret whatever an earlier one has encrypted, in batches, beside services that run. What
 * somebody else holds at the moment is taken in another run: `countOfOtherKeys` says whether there is any.
 *
 * @returns how many texts there were.
 * @throws Error when one was made by a secret that is not given.
 */
export async function reencrypt(context: Pick<Context, 'db' | 'keys'>): Promise<number> {
  let count = 0;
  for (const column of ENCRYPTED_COLUMNS) {
    // By key: what is done or held is not walked over again.
    for (let after: string | null | undefined = null; after !== undefined;) {
      const keys = await reencryptSome(context, column, after);
      count += keys.length;
      after = keys.at(-1);
    }
  }
  return count;
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

/** @returns the keys of the rows that are done. */
function reencryptSome(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  { table, key, column, boundTo }: EncryptedColumn,
  after: string | null,
): Promise<string[]> {
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
    for (const row of rows) {
      const place = rowOf(table, String(row.boundTo));
      const text = keys.encrypt(keys.decrypt(row.text, place), place);
      await tx.execute(
        sql`update ${table} set ${sql.identifier(column.name)} = ${text} where ${eq(key, row.key)}`,
      );
    }
    return rows.map((row) => row.key);
  });
}
