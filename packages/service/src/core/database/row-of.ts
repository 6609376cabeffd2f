import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The row that a ciphertext is bound to, so that it cannot be read in the place of another. */
export function rowOf(table: PgTable, rowId: number | string): string {
  return `${getTableName(table)} ${rowId}`;
}
