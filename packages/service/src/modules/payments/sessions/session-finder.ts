import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { unreadColumns } from '../../../core/database/row-by-row.js';
import {
  countedRequest,
  type CountedRequest,
  type CountMoment,
  ifAllowed,
  uncountedRequest,
} from '../../../core/http/rate-limit.js';
import { hashToken } from '../../../core/secrets/tokens.js';
import { originsOfStudio } from '../../studios/origins.js';
import { studios } from '../../studios/studios.tables.js';
import { isNeeded, type KeptInstrument } from '../instruments/instrument-removal.js';
import { paymentInstruments } from '../instruments/instruments.tables.js';
import type { Payment } from '../payments.js';
import { LIVE_STATUSES, payments } from '../payments.tables.js';
import type { SessionOfStudio } from './sessions.js';
import { paymentSessions } from './sessions.tables.js';

interface Counters {
  /** Prefix of the counter for requests with a valid token; the session's id is appended. */
  readonly known: string;
  /** The counter of requests whose token matches no session. */
  readonly unknown: string;
}

/** Data that the person sees in addition to the session itself. */
export interface Shown {
  /**
   * All instruments of the person, including those that other sessions are collecting. Newest first, with unparsed
   * JSON.
   */
  readonly kept: readonly KeptInstrument[];
  /** The one live payment of the session, or null. */
  readonly pending: Payment | null;
}

interface FoundSession {
  readonly found: SessionOfStudio | null;
  /** Origins that the session's studio has registered. */
  readonly origins: readonly string[];
  readonly counted: CountedRequest;
}

interface FoundShownSession extends FoundSession {
  readonly shown: Shown;
}

type Finding = Pick<Context, 'db' | 'keys'>;
type Find<Found> = (token: string, counters: Counters, moment: CountMoment) => Promise<Found>;

/**
 * Builds a prepared statement that finds the session of a token, in any state, and counts the request. A token derived
 * from a secret that is no longer configured matches no session.
 */
export function sessionFinder({ db, keys }: Finding): Find<FoundSession> {
  const counted = countedOfSession(db);
  const statement = db
    .with(counted)
    .select({
      counted: { points: counted.points, expire: counted.expire },
      session: paymentSessions,
      studio: studios,
      origins: originsOfStudio(db, paymentSessions.studioId),
    })
    .from(counted)
    .leftJoin(paymentSessions, isOfToken)
    .leftJoin(studios, eq(studios.id, paymentSessions.studioId))
    .prepare('find_session');
  return async (token, counters, moment) => {
    const [row] = await statement.execute({ ...ofToken(keys, token), ...counters, ...moment });
    if (!row) throw new Error('A request was not counted.');
    const { counted, session, studio, origins } = row;
    return { counted, origins, found: session && studio && { session, studio } };
  };
}

/**
 * Works like `sessionFinder` and also loads everything that the session response contains. For a request over the
 * limit, that part reads nothing.
 */
export function shownSessionFinder({ db, keys }: Finding): Find<FoundShownSession> {
  const find = shownStatement(db, countedOfSession(db), 'find_shown_session');
  return (token, counters, moment) => find({ ...ofToken(keys, token), ...counters, ...moment });
}

/**
 * Works like `shownSessionFinder` without counting the request. It serves a request for the Open API, which has a count
 * of its own.
 */
export function shownSessionReader({
  db,
  keys,
}: Finding): (token: string) => Promise<Pick<FoundShownSession, 'found' | 'shown'>> {
  const read = shownStatement(db, uncountedRequest(db), 'read_shown_session');
  return (token) => read({ ...ofToken(keys, token), countLimit: 0 });
}

function shownStatement(db: Database, counted: ReturnType<typeof countedRequest>, name: string) {
  const statement = db
    .with(counted)
    .select({
      counted: { points: counted.points, expire: counted.expire },
      session: paymentSessions,
      studio: studios,
      origins: originsOfStudio(db, paymentSessions.studioId),
      pending: payments,
      instrument: unreadColumns(paymentInstruments),
      isNeeded: isNeeded(db),
    })
    .from(counted)
    .leftJoin(paymentSessions, isOfToken)
    .leftJoin(studios, eq(studios.id, paymentSessions.studioId))
    .leftJoin(
      payments,
      and(
        eq(payments.sessionId, ifAllowed(counted, paymentSessions.id)),
        inArray(payments.status, [...LIVE_STATUSES]),
      ),
    )
    .leftJoin(
      paymentInstruments,
      and(
        eq(paymentInstruments.paymentCustomerId, ifAllowed(counted, paymentSessions.paymentCustomerId)),
        ne(paymentInstruments.status, 'DISCARDED'),
      ),
    )
    .orderBy(desc(paymentInstruments.createdAt), desc(paymentInstruments.id))
    .prepare(name);
  return async (given: Record<string, unknown>): Promise<FoundShownSession> => {
    const rows = await statement.execute(given);
    const [row] = rows;
    if (!row) throw new Error('A request was not counted.');
    const { counted, session, studio, origins, pending } = row;
    const kept = rows.flatMap(({ instrument, isNeeded }) => (instrument ? [{ instrument, isNeeded }] : []));
    const found = session && studio && { session, studio };
    return { counted, found, origins, shown: { kept, pending } };
  };
}

/** Condition for the session of a token, with the values of `ofToken`. */
const isOfToken = and(
  eq(paymentSessions.tokenHash, sql.placeholder('hash')),
  // If a secret has leaked, its holder can derive the tokens made with it, so tokens of removed secrets are refused.
  sql`${paymentSessions.tokenKeyId} = any(${sql.placeholder('keyIds')}::text[])`,
);

function ofToken(keys: Finding['keys'], token: string) {
  return { hash: hashToken(token), keyIds: [...keys.ids] };
}

function countedOfSession(db: Database) {
  const known = db
    .select({ counter: sql`${sql.placeholder('known')}::text || ${paymentSessions.id}::text` })
    .from(paymentSessions)
    .where(isOfToken);
  return countedRequest(db, sql`coalesce((${known}), ${sql.placeholder('unknown')}::text)`);
}
