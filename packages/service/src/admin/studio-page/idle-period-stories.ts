import { and, asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { EventKind } from '../../core/events.js';
import { events } from '../../core/events.tables.js';
import { idlePeriods } from '../../modules/memberships/idle-periods/idle-periods.tables.js';

/** A freeze of a contract with what became of it, the oldest first; what is older than events are kept is not there. */
export interface FreezeStory {
  readonly freeze: typeof idlePeriods.$inferSelect;
  readonly events: readonly (typeof events.$inferSelect)[];
}

const KINDS = ['IDLE_PERIOD_CREATED', 'IDLE_PERIOD_UPDATED', 'IDLE_PERIOD_CANCELLED'] satisfies EventKind[];

/** All freezes of contracts, by their start, also those that were withdrawn or rejected. */
export async function freezeStories(db: Database, contractIds: readonly number[]): Promise<FreezeStory[]> {
  const freezes = await db
    .select()
    .from(idlePeriods)
    .where(inArray(idlePeriods.contractId, [...contractIds]))
    .orderBy(sql`${idlePeriods.asked} ->> 'startDate'`, asc(idlePeriods.id));
  if (freezes.length === 0) return [];
  const subject = sql<string>`split_part(${events.detail}, ':', 1)`;
  const happened = await db
    .select({ subject, event: events })
    .from(events)
    .where(and(inArray(events.kind, [...KINDS]), inArray(subject, freezes.map(subjectOf))))
    .orderBy(asc(events.id));
  return freezes.map((freeze) => {
    const own = happened.filter((row) => row.subject === subjectOf(freeze));
    return { freeze, events: own.map(({ event }) => event) };
  });
}

/** The beginning of events about a freeze (memberships/idle-periods, `tellOfFreeze`). */
function subjectOf({ contractId, id }: typeof idlePeriods.$inferSelect): string {
  return `contract ${contractId}, freeze ${id}`;
}
