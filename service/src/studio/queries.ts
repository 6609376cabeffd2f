import { and, asc, desc, eq, inArray, isNull, isNotNull, notInArray, type SQL } from 'drizzle-orm';
import type { Database } from '../store/database.js';
import { auditRecords } from '../store/staff-tables.js';
import { customers, events, mandates, payments, paymentSessions, studios, usages } from '../store/schema.js';

const SHOWN = 30;

/** A payment session with all that happened in it. */
export interface SessionStory {
  readonly session: typeof paymentSessions.$inferSelect;
  readonly studioName: string;
  readonly customerId: number | null;
  readonly attempts: readonly (typeof payments.$inferSelect)[];
  readonly mandates: readonly (typeof mandates.$inferSelect)[];
  readonly usages: readonly (typeof usages.$inferSelect)[];
  readonly events: readonly (typeof events.$inferSelect)[];
}

/** The newest sessions, or those in which something happened under a trace id. */
export async function sessionStories(db: Database, traceId: string | null): Promise<SessionStory[]> {
  const traced = db
    .select({ id: events.sessionId })
    .from(events)
    .where(and(eq(events.traceId, traceId ?? ''), isNotNull(events.sessionId)));
  const sessions = await db
    .select({ session: paymentSessions, studioName: studios.name, customerId: customers.id })
    .from(paymentSessions)
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .leftJoin(customers, eq(customers.paymentCustomerId, paymentSessions.paymentCustomerId))
    .where(traceId === null ? undefined : inArray(paymentSessions.id, traced))
    .orderBy(desc(paymentSessions.createdAt))
    .limit(SHOWN);
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

export type Refusal = typeof events.$inferSelect;

/** The newest requests of studios that were refused before they belonged to a session. */
export async function refusals(db: Database, traceId: string | null): Promise<Refusal[]> {
  return outsideSessions(db, traceId, eq(events.kind, 'REQUEST_REFUSED'));
}

/** The newest events of contracts, freezes and charges, which belong to no session. */
export async function studioEvents(db: Database, traceId: string | null): Promise<Refusal[]> {
  return outsideSessions(db, traceId, notInArray(events.kind, ['REQUEST_REFUSED', 'STUDIO_UNDER_ATTACK']));
}

async function outsideSessions(db: Database, traceId: string | null, isOfKind: SQL): Promise<Refusal[]> {
  const isTraced = traceId === null ? undefined : eq(events.traceId, traceId);
  return db
    .select()
    .from(events)
    .where(and(isNull(events.sessionId), isOfKind, isTraced))
    .orderBy(desc(events.id))
    .limit(SHOWN);
}

export type StudioAlert = Refusal & { readonly studioName: string };

/** The newest alerts of studios. */
export async function studioAlerts(db: Database): Promise<StudioAlert[]> {
  const rows = await db
    .select({ event: events, studioName: studios.name })
    .from(events)
    .innerJoin(studios, eq(studios.id, events.studioId))
    .where(eq(events.kind, 'STUDIO_UNDER_ATTACK'))
    .orderBy(desc(events.id))
    .limit(SHOWN);
  return rows.map(({ event, studioName }) => ({ ...event, studioName }));
}

export type AuditRecord = typeof auditRecords.$inferSelect;

/** What staff have done, the newest first. */
export async function newestAuditRecords(db: Database): Promise<AuditRecord[]> {
  return db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(SHOWN);
}

/** The studios that staff can choose from. */
export async function studioNames(db: Database): Promise<{ id: number; name: string }[]> {
  return db.select({ id: studios.id, name: studios.name }).from(studios).orderBy(asc(studios.id));
}
