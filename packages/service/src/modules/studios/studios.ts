import { eq, sql } from 'drizzle-orm';
import { isKnownZone } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { readRow, unreadColumns } from '../../core/database/row-by-row.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { type Studio, studios } from './studios.tables.js';

/** The studio as it is now, locked: two changes at once must both be kept. */
export async function lockStudio(tx: Database, { id }: Pick<Studio, 'id'>): Promise<Studio> {
  const [locked] = await tx.select().from(studios).where(eq(studios.id, id)).for('update');
  if (!locked) throw new StaffError(`There is no studio ${id}.`);
  return locked;
}

/**
 * All studios, but for those whose row cannot be read: what is wrong with one stops no other.
 *
 * @param onFault told about each that is left out.
 */
export async function everyStudio(db: Database, onFault: (fault: unknown) => void): Promise<Studio[]> {
  const rows = await db.select(unreadColumns(studios)).from(studios);
  return rows.flatMap((row) => readRow(studios, row, onFault) ?? []);
}

/** A name, as IANA writes them: no offset, no abbreviation of the system. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Kept, since the database reads a file for each of its zones whenever it is asked. */
let zonesOfDatabase: ReadonlySet<string> | undefined;

/**
 * Whether everything that works with the zone of a studio knows it: calendars, the words of documents, and the database.
 * Each has a list of its own, and a zone that one of them lacks would fail where it is first used.
 */
export async function isTimeZone(db: Database, timeZone: string): Promise<boolean> {
  if (!NAME.test(timeZone) || !isKnownZone(timeZone)) return false;
  zonesOfDatabase ??= await readZones(db);
  return zonesOfDatabase.has(timeZone.toLowerCase());
}

/** Lists the zones of the database, in lower case. */
async function readZones(db: Database): Promise<ReadonlySet<string>> {
  // Not "at time zone": what it refuses ends the transaction, and it takes abbreviations, which mean something else there.
  const { rows } = (await db.execute(sql`select lower(name) as name from pg_timezone_names`)) as {
    rows: readonly { readonly name: string }[];
  };
  return new Set(rows.map(({ name }) => name));
}
