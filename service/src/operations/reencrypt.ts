import { and, eq, isNotNull, notLike, sql } from 'drizzle-orm';
import type { Context } from '../context.js';
import { rowOf } from '../store/row-of.js';
import { ENCRYPTED_COLUMNS, type EncryptedColumn } from './encrypted-columns.js';

const AT_ONCE = 100;

/**
 * Encrypts with the current secret whatever an earlier one has encrypted, in batches, beside services that run. What
 * somebody else holds at the moment is taken in another run.
 *
 * @returns how many texts there were.
 * @throws Error when one was made by a secret that is not given.
 */
export async function reencrypt(context: Pick<Context, 'db' | 'keys'>): Promise<number> {
  let count = 0;
  for (const column of ENCRYPTED_COLUMNS) {
    for (let more = AT_ONCE; more === AT_ONCE; count += more) more = await reencryptSome(context, column);
  }
  return count;
}

function reencryptSome(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  { table, key, column, boundTo }: EncryptedColumn,
): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({
        key: sql<string>`${key}`,
        boundTo: sql<string | number>`${boundTo}`,
        text: sql<string>`${column}`,
      })
      .from(table)
      .where(and(isNotNull(column), notLike(column, `${keys.ids[0]}.%`)))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    for (const row of rows) {
      const place = rowOf(table, String(row.boundTo));
      const text = keys.encrypt(keys.decrypt(row.text, place), place);
      await tx.execute(
        sql`update ${table} set ${sql.identifier(column.name)} = ${text} where ${eq(key, row.key)}`,
      );
    }
    return rows.length;
  });
}
