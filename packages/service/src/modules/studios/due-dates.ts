import { and, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type CalendarDate, calendarDateIn } from '../../core/calendar.js';
import type { Studio } from './studios.tables.js';

/**
 * Builds a condition for rows whose date has come in the time zone of their studio, so that one query finds them for all
 * studios. The database must not compute the dates: it may have other zones, and one unknown zone would fail the query
 * for all studios.
 *
 * @param onFault called for each studio whose time zone is not known; its rows are left out.
 */
export function hasCome(
  date: PgColumn,
  studioId: PgColumn,
  { studios, now }: { readonly studios: readonly Pick<Studio, 'id' | 'timeZone'>[]; readonly now: Date },
  onFault: (fault: unknown) => void,
): SQL {
  const studiosByDay = new Map<CalendarDate, number[]>();
  for (const { id, timeZone } of studios) {
    try {
      const today = calendarDateIn(now, timeZone);
      const known = studiosByDay.get(today);
      if (known) known.push(id);
      else studiosByDay.set(today, [id]);
    } catch (fault) {
      onFault(fault);
    }
  }
  const latest = [...studiosByDay.keys()].sort().at(-1);
  if (latest === undefined) return sql`false`;
  const ofStudios = [...studiosByDay].map(([today, ids]) =>
    and(lte(date, today), sql`${studioId} = any(${sql.param(ids)}::bigint[])`),
  );
  // The latest day bounds the rows that an index finds.
  return and(lte(date, latest), or(...ofStudios)) ?? sql`false`;
}
