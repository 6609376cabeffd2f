import { and, asc, desc, eq, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { events } from '../../core/events.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { auditRecords } from '../../modules/studios/staff/staff.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import type { SessionFilter } from './session-filter.js';
import { conditionOf, newestFirst, olderThan } from './session-query.js';

const SHOWN = 30;

interface ListedSession {
  readonly session: typeof paymentSessions.$inferSelect;
  readonly studioName: string;
  /** IANA time zone of the studio. */
  readonly timeZone: string;
  readonly customerId: number | null;
}

/** A payment session with everything that happened in it. */
export interface SessionStory extends ListedSession {
  readonly attempts: readonly (typeof payments.$inferSelect)[];
  readonly mandates: readonly (typeof mandates.$inferSelect)[];
  readonly usages: readonly (typeof usages.$inferSelect)[];
  readonly events: readonly (typeof events.$inferSelect)[];
}

export interface SessionPage {
  readonly stories: readonly SessionStory[];
  /** Whether older sessions follow on the next page. */
  readonly hasMore: boolean;
}

/** Loads the newest sessions that match a filter, or those after the last session of the previous page. */
export async function sessionPage(db: Database, filter: SessionFilter): Promise<SessionPage> {
  const found = await sessionsOf(db, filter);
  return { stories: await storiesOf(db, found.slice(0, SHOWN)), hasMore: found.length > SHOWN };
}

/** Loads one session more than a page shows, if there are more. */
async function sessionsOf(db: Database, filter: SessionFilter): Promise<ListedSession[]> {
  return db
    .select({
      session: paymentSessions,
      studioName: studios.name,
      timeZone: studios.timeZone,
      customerId: customers.id,
    })
    .from(paymentSessions)
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .leftJoin(
      customers,
      and(eq(customers.paymentCustomerId, paymentSessions.paymentCustomerId), isNull(customers.erasedAt)),
    )
    .where(and(await conditionOf(db, filter), await olderThan(db, filter.before)))
    .orderBy(...newestFirst)
    .limit(SHOWN + 1);
}

async function storiesOf(db: Database, sessions: readonly ListedSession[]): Promise<SessionStory[]> {
  const ids = sessions.map(({ session }) => session.id);
  if (ids.length === 0) return [];
  const attempts = await db
    .select()
    .from(payments)
    .where(inArray(payments.sessionId, ids))
    .orderBy(asc(payments.createdAt));
  const attemptIds = attempts.map(({ id }) => id);
  const given = attemptIds.length
    ? await db.select().from(mandates).where(inArray(mandates.paymentId, attemptIds))
    : [];
  const used = attemptIds.length
    ? await db
        .select()
        .from(usages)
        .where(inArray(usages.paymentId, attemptIds))
        .orderBy(asc(usages.createdAt))
    : [];
  const happened = await db
    .select()
    .from(events)
    .where(inArray(events.sessionId, ids))
    .orderBy(asc(events.id));
  return sessions.map(({ session, ...of }) => {
    const own = attempts.filter((attempt) => attempt.sessionId === session.id);
    const isOwn = ({ paymentId }: { paymentId: string }) => own.some(({ id }) => id === paymentId);
    return {
      ...of,
      session,
      attempts: own,
      mandates: given.filter(isOwn),
      usages: used.filter(isOwn),
      events: happened.filter((event) => event.sessionId === session.id),
    };
  });
}

export type StudioEvent = typeof events.$inferSelect;

/** Loads the newest requests that were refused before they belonged to a session. */
export async function refusals(db: Database, traceId: string | null): Promise<StudioEvent[]> {
  return outsideSessions(db, traceId, eq(events.kind, 'REQUEST_REFUSED'));
}

/** Loads the newest events of contracts, idle periods and charges, which belong to no session. */
export async function studioEvents(db: Database, traceId: string | null): Promise<StudioEvent[]> {
  return outsideSessions(db, traceId, notInArray(events.kind, ['REQUEST_REFUSED', ...ALERTS]));
}

async function outsideSessions(db: Database, traceId: string | null, isOfKind: SQL): Promise<StudioEvent[]> {
  const isTraced = traceId === null ? undefined : eq(events.traceId, traceId);
  return db
    .select()
    .from(events)
    .where(and(isNull(events.sessionId), isOfKind, isTraced))
    .orderBy(desc(events.id))
    .limit(SHOWN);
}

/** Events that need attention. */
const ALERTS = ['STUDIO_UNDER_ATTACK', 'PROVIDER_DOWN', 'DISPUTE_OPENED', 'OUTCOME_UNCLEAR'] as const;

export type StudioAlert = StudioEvent & { readonly studioName: string };

export async function studioAlerts(db: Database): Promise<StudioAlert[]> {
  const rows = await db
    .select({ event: events, studioName: studios.name })
    .from(events)
    .innerJoin(studios, eq(studios.id, events.studioId))
    .where(inArray(events.kind, [...ALERTS]))
    .orderBy(desc(events.id))
    .limit(SHOWN);
  return rows.map(({ event, studioName }) => ({ ...event, studioName }));
}

export type AuditRecord = typeof auditRecords.$inferSelect;

/** Loads the newest staff actions. */
export async function newestAuditRecords(db: Database): Promise<AuditRecord[]> {
  return db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(SHOWN);
}

/** Loads the studios that staff can choose from. */
export async function studioNames(db: Database): Promise<{ id: number; name: string }[]> {
  return db.select({ id: studios.id, name: studios.name }).from(studios).orderBy(asc(studios.id));
}
