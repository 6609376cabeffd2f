import type { Studio } from '../context.js';
import type { Database } from '../store/database.js';
import { readRow, unreadColumns } from '../store/row-by-row.js';
import { studios } from '../store/schema.js';

/**
 * All studios, but for those whose row cannot be read: what is wrong with one stops no other.
 *
 * @param onFault told about each that is left out.
 */
export async function everyStudio(db: Database, onFault: (fault: unknown) => void): Promise<Studio[]> {
  const rows = await db.select(unreadColumns(studios)).from(studios);
  return rows.flatMap((row) => readRow(studios, row, onFault) ?? []);
}
