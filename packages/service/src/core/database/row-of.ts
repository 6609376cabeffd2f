import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** Names the row that a ciphertext is bound to, so that it cannot be decrypted in another row. */
export function rowOf(table: PgTable, rowId: number | string): string {
  return `${getTableName(table)} ${rowId}`;
}
