import { getTableColumns, type InferSelectModel, sql, type Table } from 'drizzle-orm';
import { StoredJsonError } from './stored-schema.js';

/**
 * The columns of a table with JSON as it is stored, to select rows of which one that cannot be read must not stop the
 * others. Each of them has to go through `readRow`, which makes of it what the types say already.
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
 * A row whose columns are of `unreadColumns`; null when its JSON does not fit.
 *
 * @param onFault told which row and column, and never what is in it.
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
