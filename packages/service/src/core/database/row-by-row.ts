import { getTableColumns, type InferSelectModel, sql, type Table } from 'drizzle-orm';
import { StoredJsonError } from './stored-schema.js';

/**
 * Returns a table's columns with their JSON as stored, so that an unreadable row does not stop the selection of the
 * others. Each row must then pass through `readRow`, which converts it to the declared types.
 */
export function unreadColumns<T extends Table>(table: T): T['_']['columns'] {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => [
      name,
      column.getSQLType() === 'jsonb' ? sql`${column}` : column,
    ]),
  ) as T['_']['columns'];
}

/**
 * Reads a row that was selected with `unreadColumns`; returns null when its JSON does not fit.
 *
 * @param onFault receives the row and column, never the content.
 */
export function readRow<T extends Table>(
  table: T,
  unread: InferSelectModel<T> & { readonly id: number | string },
  onFault: (fault: StoredJsonError) => void,
): InferSelectModel<T> | null {
  const values: Record<string, unknown> = { ...unread };
  try {
    for (const [name, column] of Object.entries(getTableColumns(table))) {
      const stored = values[name];
      if (column.getSQLType() === 'jsonb' && stored !== null)
        values[name] = column.mapFromDriverValue(stored);
    }
  } catch (fault) {
    if (!(fault instanceof StoredJsonError)) throw fault;
    onFault(fault.inRow(unread.id));
    return null;
  }
  return values as InferSelectModel<T>;
}
