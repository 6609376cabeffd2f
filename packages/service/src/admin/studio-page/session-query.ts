import { and, desc, eq, exists, gte, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { type CalendarDate, dayAfter, isKnownZone, startOfDay } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { events } from '../../core/events.tables.js';
import { customers, paymentCustomers } from '../../modules/customers/customers.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { findCustomers } from './customer-search.js';
import { type SessionFilter, UUID } from './filter.js';

/** Maximum number of sessions with the same trace id that are searched; a trace is one request, or a few. */
const TRACED = 500;

/**
 * Builds the SQL condition of a session filter. Each part has an index, so that a page of the list never reads the
 * whole table (`packages/service/src/admin/studio-page/session-list-plans.test.ts`).
 */
export async function conditionOf(db: Database, filter: SessionFilter): Promise<SQL | undefined> {
  return and(
    filter.search === null ? undefined : await searched(db, filter.search, filter.studioId),
    filter.studioId === null ? undefined : eq(paymentSessions.studioId, filter.studioId),
    filter.sessionStatus === null ? undefined : eq(paymentSessions.status, filter.sessionStatus),
    filter.customerId === null
      ? undefined
      : inArray(paymentSessions.paymentCustomerId, await personsOf(db, [filter.customerId])),
    hasAttempt(db, filter),
    await since(db, filter.from),
    await until(db, filter.to),
  );
}

/** Selects the sessions after the given one in the list, which is newest first. */
export async function olderThan(db: Database, sessionId: string | null): Promise<SQL | undefined> {
  if (sessionId === null) return undefined;
  const [last] = await db
    .select({ createdAt: paymentSessions.createdAt })
    .from(paymentSessions)
    .where(eq(paymentSessions.id, sessionId));
  if (last === undefined) return sql`false`;
  return sql`(${paymentSessions.createdAt}, ${paymentSessions.id}) < (${last.createdAt.toISOString()}::timestamptz, ${sessionId}::uuid)`;
}

export const newestFirst = [desc(paymentSessions.createdAt), desc(paymentSessions.id)] as const;

/**
 * Selects the events of a trace id, or of its first eight characters, which are the reference that the widget shows. All
 * others sort before `g`, so an index finds them.
 */
export function isTraced(traceId: string): SQL | undefined {
  if (!/^[0-9a-f]{8}$/i.test(traceId)) return eq(events.traceId, traceId);
  const start = traceId.toLowerCase();
  return and(gte(events.traceId, start), lt(events.traceId, `${start}g`));
}

/** Looks a text up in all places that it could be from. The result is a few sessions, or those of a few persons. */
async function searched(db: Database, search: string, studioId: number | null): Promise<SQL> {
  const traced = await db
    .selectDistinct({ id: events.sessionId })
    .from(events)
    .where(and(isTraced(search), sql`${events.sessionId} is not null`))
    .limit(TRACED);
  const sessionIds = traced.flatMap(({ id }) => id ?? []);
  const persons: string[] = [];
  if (UUID.test(search)) {
    sessionIds.push(search);
    persons.push(search);
    const paid = await db.select({ id: payments.sessionId }).from(payments).where(eq(payments.id, search));
    sessionIds.push(...paid.map(({ id }) => id));
  }
  const found = await findCustomers(db, search, studioId);
  persons.push(
    ...(await personsOf(
      db,
      found.map(({ id }) => id),
    )),
  );
  return (
    or(
      sessionIds.length > 0 ? inArray(paymentSessions.id, sessionIds) : undefined,
      persons.length > 0 ? inArray(paymentSessions.paymentCustomerId, persons) : undefined,
    ) ?? sql`false`
  );
}

/** Returns the persons of customers, including earlier ones from before a move to another studio. */
async function personsOf(db: Database, customerIds: readonly number[]): Promise<string[]> {
  if (customerIds.length === 0) return [];
  const isTheirs = or(
    eq(paymentCustomers.id, customers.paymentCustomerId),
    eq(paymentCustomers.movedCustomerId, customers.id),
  );
  const found = await db
    .select({ id: paymentCustomers.id })
    .from(customers)
    .innerJoin(paymentCustomers, isTheirs)
    .where(and(inArray(customers.id, customerIds), isNull(customers.erasedAt)));
  return found.map(({ id }) => id);
}

/**
 * Selects sessions with a matching attempt. A search by id also finds sessions without attempts; a list shows them only
 * on request.
 */
function hasAttempt(db: Database, filter: SessionFilter): SQL | undefined {
  const { method, paymentStatus, search, withoutAttempts } = filter;
  if (method === null && paymentStatus === null && (withoutAttempts || search !== null)) return undefined;
  return exists(
    db
      .select({ one: sql`1` })
      .from(payments)
      .where(
        and(
          eq(payments.sessionId, paymentSessions.id),
          method === null ? undefined : eq(payments.paymentMethod, method),
          paymentStatus === null ? undefined : eq(payments.status, paymentStatus),
        ),
      ),
  );
}

/**
 * Selects sessions from a day on, which begins at midnight in the studio's time zone. The additional, wider bound in
 * UTC can use an index.
 */
async function since(db: Database, day: CalendarDate | null): Promise<SQL | undefined> {
  if (day === null) return undefined;
  const { createdAt } = paymentSessions;
  return and(gte(createdAt, shifted(day, -1)), gte(createdAt, await beginning(db, day)));
}

async function until(db: Database, day: CalendarDate | null): Promise<SQL | undefined> {
  if (day === null) return undefined;
  const { createdAt } = paymentSessions;
  return and(lt(createdAt, shifted(day, 2)), lt(createdAt, await beginning(db, dayAfter(day))));
}

function shifted(day: string, days: number): Date {
  return new Date(new Date(`${day}T00:00:00Z`).getTime() + days * 86_400_000);
}

/**
 * Returns the start of a day at the studio of a row. It is computed with this process's time zones, and in UTC if the
 * zone is unknown: the database may have other zones, and a zone unknown to it would make the query fail for all
 * studios.
 */
async function beginning(db: Database, day: CalendarDate): Promise<SQL> {
  const found = await db.selectDistinct({ timeZone: studios.timeZone }).from(studios);
  const starts = found.map(({ timeZone }) => {
    const start = startOfDay(day, isKnownZone(timeZone) ? timeZone : 'UTC');
    return sql`when ${timeZone} then ${start.toISOString()}::timestamptz`;
  });
  return starts.length === 0 ? sql`null` : sql`case ${studios.timeZone} ${sql.join(starts, sql` `)} end`;
}
