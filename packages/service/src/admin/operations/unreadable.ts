import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import { StoredJsonError } from '../../core/database/stored-schema.js';
import { isTimeZone } from '../../modules/studios/studios.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { ALL_TABLES } from './all-tables.js';
import { ENCRYPTED_COLUMNS } from './encrypted-columns.js';
import type { Finding } from './finding.js';

interface Column {
  readonly table: PgTable;
  readonly column: PgColumn;
}

const AT_ONCE = 500;
/** Maximum number of findings listed per column; more would add nothing new. */
const MOST_NAMED = 5;
/** Characters of a key that are shown, enough for a UUID. Some keys are hashes or longer texts of partners. */
const LETTERS_NAMED = 36;

const ADVICE =
  'Code that reads the row fails or skips it. Start the version of upc-service that wrote it, or correct the value by hand, then check again.';

/**
 * Reads all stored JSON, encrypted or not, with the schema of this version, and checks the studios' time zones. It
 * names rows by table, column and key, never by content, and changes nothing.
 */
export async function findUnreadable(context: Pick<Context, 'db' | 'keys'>): Promise<Finding[]> {
  const findings = await unknownZones(context);
  for (const table of ALL_TABLES) {
    for (const column of Object.values(getTableColumns(table))) {
      if (column.getSQLType() !== 'jsonb') continue;
      const read = ({ stored }: Row) => column.mapFromDriverValue(stored);
      findings.push(...(await faultsOf(context, { table, column, boundTo: null }, read)));
    }
  }
  for (const { table, column, boundTo, schema } of ENCRYPTED_COLUMNS) {
    if (!schema) continue;
    const open = ({ stored, boundTo: rowId }: Row) => schema.open(context.keys, rowId, String(stored));
    findings.push(...(await faultsOf(context, { table, column, boundTo }, open)));
  }
  return findings;
}

async function unknownZones({ db }: Pick<Context, 'db'>): Promise<Finding[]> {
  const all = await db.select({ id: studios.id, timeZone: studios.timeZone }).from(studios);
  const unknown = new Set<string>();
  for (const timeZone of new Set(all.map((studio) => studio.timeZone))) {
    if (!(await isTimeZone(db, timeZone))) unknown.add(timeZone);
  }
  return all
    .filter(({ timeZone }) => unknown.has(timeZone))
    .map(({ id, timeZone }) => ({
      what: `The time zone "${timeZone}" of studio ${id} is not known to the database.`,
      advice: 'Set another one: upc-service studio set.',
    }));
}

async function faultsOf(
  { db }: Pick<Context, 'db'>,
  stored: Column & { readonly boundTo: PgColumn | null },
  read: (row: Row) => unknown,
): Promise<Finding[]> {
  const faults: string[] = [];
  let count = 0;
  await forEachRow(db, stored, (row) => {
    try {
      read(row);
    } catch (fault) {
      count += 1;
      const key = row.keys.map((value) => value.slice(0, LETTERS_NAMED)).join(' ');
      if (faults.length < MOST_NAMED) faults.push(nameOf(fault, stored, key));
    }
  });
  const further = count - faults.length;
  const rest = further > 0 ? [`And ${further} further rows of ${placeOf(stored)}.`] : [];
  return [...faults, ...rest].map((what) => ({ what, advice: ADVICE }));
}

function nameOf(fault: unknown, column: Column, key: string): string {
  if (fault instanceof StoredJsonError) return fault.inRow(key).message;
  // Data that could not be decrypted contains nothing to report.
  return `${placeOf(column)} (row ${key}) cannot be decrypted with the secrets that are set.`;
}

function placeOf({ table, column }: Column): string {
  return `${getTableName(table)}.${column.name}`;
}

interface Row {
  readonly keys: readonly string[];
  readonly boundTo: string;
  readonly stored: unknown;
}

/** Reads a table in small batches by primary key, so that memory stays bounded however many rows there are. */
async function forEachRow(
  db: Context['db'],
  { table, column, boundTo }: Column & { readonly boundTo: PgColumn | null },
  work: (row: Row) => void,
): Promise<void> {
  const keys = keyColumns(table);
  const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
  const columns = list(keys.map((key) => sql`${key}`));
  const texts = list(keys.map((key) => sql`${key}::text`));
  const bound = boundTo ? sql`${boundTo}::text` : sql`''`;
  for (let after: readonly string[] | undefined; ;) {
    const isNext = after ? sql`and (${columns}) > (${list(after.map((value) => sql`${value}`))})` : sql``;
    const read = await db.execute(sql`
      select array[${texts}] as keys, ${bound} as "boundTo", ${column} as stored from ${table}
      where ${column} is not null ${isNext} order by ${columns} limit ${sql.raw(String(AT_ONCE))}`);
    const { rows } = read as { rows: readonly Row[] };
    for (const row of rows) work(row);
    after = rows.at(-1)?.keys;
    if (rows.length < AT_ONCE) return;
  }
}

function keyColumns(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys.flatMap(({ columns: of }) => of).concat(columns.filter(({ primary }) => primary));
}
