import { eq, sql } from 'drizzle-orm';
import { isKnownZone } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { readRow, unreadColumns } from '../../core/database/row-by-row.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { type Studio, studios } from './studios.tables.js';

/** Loads a studio and locks it, so that two concurrent changes are both applied. */
export async function lockStudio(tx: Database, { id }: Pick<Studio, 'id'>): Promise<Studio> {
  const [locked] = await tx.select().from(studios).where(eq(studios.id, id)).for('update');
  if (!locked) throw new StaffError(`There is no studio ${id}.`);
  return locked;
}

/**
 * Returns all studios whose row can be read, so that one faulty row does not stop the others.
 *
 * @param onFault called for each studio that is left out.
 */
export async function everyStudio(db: Database, onFault: (fault: unknown) => void): Promise<Studio[]> {
  const rows = await db.select(unreadColumns(studios)).from(studios);
  return rows.flatMap((row) => readRow(studios, row, onFault) ?? []);
}

/** Form of an IANA time zone name, which excludes offsets and system abbreviations. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Cached, because the database reads a file per zone each time it lists them. */
let zonesOfDatabase: ReadonlySet<string> | undefined;

/**
 * Returns whether everything that uses a studio's time zone supports it: calendars, texts of documents, and the
 * database. Each has its own list, and a zone missing from one would fail where it is first used.
 */
export async function isTimeZone(db: Database, timeZone: string): Promise<boolean> {
  if (!NAME.test(timeZone) || !isKnownZone(timeZone)) return false;
  zonesOfDatabase ??= await readZones(db);
  return zonesOfDatabase.has(timeZone.toLowerCase());
}

/** Lists the database's time zones in lower case. */
async function readZones(db: Database): Promise<ReadonlySet<string>> {
  // "at time zone" is not used to test a name: an unknown name would abort the transaction, and abbreviations are
  // accepted but mean something else there.
  const { rows } = (await db.execute(sql`select lower(name) as name from pg_timezone_names`)) as {
    rows: readonly { readonly name: string }[];
  };
  return new Set(rows.map(({ name }) => name));
}
