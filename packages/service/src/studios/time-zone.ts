import { sql } from 'drizzle-orm';
import { isKnownZone } from '../domain/calendar.js';
import type { Database } from '../store/database.js';

/** A name, as IANA writes them: no offset, no abbreviation of the system. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/**
 * Whether everything that works with the zone of a studio knows it: calendars, the words of documents, and the database.
 * Each has a list of its own, and a zone that one of them lacks would fail where it is first used.
 */
export async function isTimeZone(db: Database, timeZone: string): Promise<boolean> {
  if (!NAME.test(timeZone) || !isKnownZone(timeZone)) return false;
  // Not "at time zone": what it refuses ends the transaction, and it takes abbreviations, which mean something else there.
  const found = await db.execute(sql`select 1 from pg_timezone_names where lower(name) = lower(${timeZone})`);
  const { rows } = found as { rows: unknown[] };
  return rows.length > 0;
}
