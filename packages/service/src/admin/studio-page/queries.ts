import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { events } from '../../core/events.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { mandates } from '../../modules/payments/mandates/mandates.tables.js';
import { payments } from '../../modules/payments/payments.tables.js';
import { bankFiles } from '../../modules/payments/providers/bank/bank.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import type { SessionFilter } from './filter.js';
import type { KnownStudio } from './frame.js';
import { type Part, partOf, type Range } from './lists.js';
import { conditionOf, isTraced, newestFirst, olderThan } from './session-query.js';

/** Sessions on a page of the list. */
const SHOWN = 20;

interface ListedSession {
  readonly session: typeof paymentSessions.$inferSelect;
  readonly customerId: number | null;
}

/** A payment session with everything that happened in it. */
export interface SessionStory extends ListedSession {
  readonly attempts: readonly (typeof payments.$inferSelect)[];
  readonly mandates: readonly (typeof mandates.$inferSelect)[];
  readonly usages: readonly (typeof usages.$inferSelect)[];
  readonly events: readonly (typeof events.$inferSelect)[];
}

/** Loads the newest sessions that match a filter, or those after the last session of the previous page. */
export async function sessionPage(db: Database, filter: SessionFilter): Promise<Part<SessionStory>> {
  const { rows, hasMore } = partOf(await sessionsOf(db, filter), { size: SHOWN });
  return { rows: await storiesOf(db, rows), hasMore };
}

/** Loads one session more than a page shows, if there are more. */
async function sessionsOf(db: Database, filter: SessionFilter): Promise<ListedSession[]> {
  return db
    .select({
      session: paymentSessions,
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

/** Events that need attention. */
const ALERTS = [
  'STUDIO_UNDER_ATTACK',
  'PROVIDER_DOWN',
  'DISPUTE_OPENED',
  'RETURNED_AFTER_REFUND',
  'REFUND_DECLINED',
  'OUTCOME_UNCLEAR',
  'BANK_BATCH_REFUSED',
  'BANK_ENTRY_TO_DECIDE',
] as const;

interface EventFilter extends Range {
  readonly traceId: string | null;
  readonly studioId: number | null;
}

/** Loads the newest events that need attention. */
export async function alerts(db: Database, filter: EventFilter): Promise<Part<StudioEvent>> {
  return newestEvents(db, filter, inArray(events.kind, [...ALERTS]));
}

/** Loads the newest requests that were refused before they belonged to a session. */
export async function refusals(db: Database, filter: EventFilter): Promise<Part<StudioEvent>> {
  return newestEvents(db, filter, and(isNull(events.sessionId), eq(events.kind, 'REQUEST_REFUSED')));
}

/** Loads the newest events of contracts, idle periods, charges and refunds, which belong to no session. */
export async function studioEvents(db: Database, filter: EventFilter): Promise<Part<StudioEvent>> {
  const isOther = notInArray(events.kind, ['REQUEST_REFUSED', ...ALERTS]);
  return newestEvents(db, filter, and(isNull(events.sessionId), isOther));
}

async function newestEvents(
  db: Database,
  { traceId, studioId, size, before }: EventFilter,
  isOfKind: SQL | undefined,
): Promise<Part<StudioEvent>> {
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        isOfKind,
        traceId === null ? undefined : isTraced(traceId),
        studioId === null ? undefined : eq(events.studioId, studioId),
        before === null ? undefined : lt(events.id, before),
      ),
    )
    .orderBy(desc(events.id))
    .limit(size + 1);
  return partOf(rows, { size });
}

/** Loads the studios that the page shows. */
export async function knownStudios(db: Database): Promise<KnownStudio[]> {
  const { id, name, timeZone, bank } = studios;
  const files = db
    .select({ one: sql`1` })
    .from(bankFiles)
    .where(eq(bankFiles.studioId, id))
    // In the order of an index, of which the first row is enough.
    .orderBy(bankFiles.studioId, bankFiles.direction)
    .limit(1);
  const hasBank = sql<boolean>`${or(isNotNull(bank), isNotNull(sql`(${files})`))}`;
  return db.select({ id, name, timeZone, hasBank }).from(studios).orderBy(asc(id));
}
