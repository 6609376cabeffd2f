import { and, asc, eq, gte, lt } from 'drizzle-orm';
import {
  addTerm,
  type CalendarDate,
  dayAfter,
  daysBetween,
  isKnownZone,
  startOfDay,
  todayAt,
} from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import { type Days, requireDays } from '../../core/date-time.js';
import { type Slice, sliceByCount, type SliceRange } from '../../core/http/slices.js';
import { type Studio, studios } from '../studios/studios.tables.js';
import { checkIns } from './check-ins.tables.js';

/** Longest period of a history, in days (fields-2, check-in history). */
const MOST_DAYS = 365;
const MONTH = { value: 1, unit: 'MONTH' } as const;

export interface Visit {
  readonly id: number;
  readonly checkedInAt: Date;
  /** null if the visit has not ended. */
  readonly checkedOutAt: Date | null;
  /** The studio that was visited; a member may have moved since. */
  readonly studio: Pick<Studio, 'id' | 'name' | 'timeZone'>;
}

/**
 * Returns the visits of a customer that began between two days in the studio's time zone. The oldest come first, so
 * that new visits do not shift the slices.
 *
 * @throws ApiError 400 if the days are in the wrong order or the period is too long.
 */
export async function visitsOf(
  { db }: Pick<Context, 'db'>,
  { timeZone }: Studio,
  asked: Days & { readonly customerId: number },
  range: SliceRange,
): Promise<Slice<Visit>> {
  requireDays(asked, { most: MOST_DAYS, field: 'toDate' });
  const { id: studioId, name, timeZone: zoneThere } = studios;
  const rows = await db
    .select({ visit: checkIns, studio: { id: studioId, name, timeZone: zoneThere } })
    .from(checkIns)
    .innerJoin(studios, eq(studios.id, checkIns.studioId))
    .where(
      and(
        eq(checkIns.customerId, asked.customerId),
        gte(checkIns.checkedInAt, startOfDay(asked.startDate, timeZone)),
        lt(checkIns.checkedInAt, startOfDay(dayAfter(asked.endDate), timeZone)),
      ),
    )
    .orderBy(asc(checkIns.checkedInAt), asc(checkIns.id))
    .offset(range.offset)
    .limit(range.size + 1);
  return sliceByCount(rows, range, ({ visit: { id, checkedInAt, checkedOutAt }, studio }) => {
    // An unknown time zone of another studio must not hide a member's visits.
    const zone = isKnownZone(studio.timeZone) ? studio.timeZone : timeZone;
    return { id, checkedInAt, checkedOutAt, studio: { ...studio, timeZone: zone } };
  });
}

/**
 * Returns the days of a history. Without dates it is the month up to today. Without `fromDate` it is the month up to
 * `toDate`; without `toDate` it ends today or after the longest period.
 */
export function historyDays(
  context: Pick<Context, 'clock'>,
  studio: Studio,
  { fromDate, toDate }: { readonly fromDate?: CalendarDate; readonly toDate?: CalendarDate },
): Days {
  const today = todayAt(context, studio);
  if (fromDate === undefined) {
    const endDate = toDate ?? today;
    return { startDate: addTerm(endDate, MONTH, -1), endDate };
  }
  if (toDate !== undefined) return { startDate: fromDate, endDate: toDate };
  const days = Math.min(Math.max(daysBetween(fromDate, today), 0), MOST_DAYS);
  return { startDate: fromDate, endDate: addTerm(fromDate, { value: days, unit: 'DAY' }) };
}
