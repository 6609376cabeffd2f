import { html, type Html } from '@upc/server-kit/html';
import { and, count, countDistinct, eq, sql, sum } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { payments, type PaymentStatus } from '../../modules/payments/payments.tables.js';
import { paymentSessions } from '../../modules/payments/sessions/sessions.tables.js';
import { usages } from '../../modules/payments/usages/usages.tables.js';
import { studios } from '../../modules/studios/studios.tables.js';
import type { SessionFilter } from './filter.js';
import { type Frame, money, wordFor } from './frame.js';
import { conditionOf, newestFirst } from './session-query.js';

/** Number of newest sessions that totals include. The limit bounds the query, however many sessions there are. */
const COUNTED = 1_000;

/** Totals of all sessions that match a filter, on all pages of the list. */
export interface SessionTotals {
  readonly sessions: number;
  readonly attempts: readonly { readonly status: PaymentStatus; readonly count: number }[];
  /** Amounts paid with the tokens, in minor units. */
  readonly paid: readonly { readonly currency: string; readonly amount: number }[];
}

export async function sessionTotals(db: Database, filter: SessionFilter): Promise<SessionTotals> {
  const found = db.$with('found').as(
    db
      .select({ id: paymentSessions.id, currency: paymentSessions.currency })
      .from(paymentSessions)
      .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
      .where(await conditionOf(db, filter))
      .orderBy(...newestFirst)
      .limit(COUNTED),
  );
  const [sessions] = await db.with(found).select({ count: count() }).from(found);
  // The subquery runs for each session separately. With one estimate for all sessions, the planner would read whole
  // tables.
  const ofSession = db
    .select({
      status: payments.status,
      count: countDistinct(payments.id).as('attempts'),
      paid: sum(usages.amount).as('paid'),
    })
    .from(payments)
    // A payment is used only once; the join excludes earlier declined usages.
    .leftJoin(usages, and(eq(usages.paymentId, payments.id), eq(usages.status, 'DONE')))
    .where(eq(payments.sessionId, found.id))
    .groupBy(payments.status)
    .as('of_session');
  const groups = await db
    .with(found)
    .select({
      currency: found.currency,
      status: ofSession.status,
      count: sum(ofSession.count).mapWith(Number),
      paid: sql`coalesce(sum(${ofSession.paid}), 0)`.mapWith(Number),
    })
    .from(found)
    .innerJoinLateral(ofSession, sql`true`)
    .groupBy(found.currency, ofSession.status);
  return {
    sessions: sessions?.count ?? 0,
    attempts: added(groups.map((group) => [group.status, group.count])).map(([status, tries]) => ({
      status,
      count: tries,
    })),
    paid: added(groups.map((group) => [group.currency, group.paid]))
      .map(([currency, amount]) => ({ currency, amount }))
      .filter(({ amount }) => amount > 0),
  };
}

/** Adds up the numbers with the same name, and sorts them with the greatest first. */
function added<T extends string>(parts: readonly (readonly [T, number])[]): [T, number][] {
  const sums = new Map<T, number>();
  for (const [name, value] of parts) sums.set(name, (sums.get(name) ?? 0) + value);
  return [...sums].sort(([, one], [, other]) => other - one);
}

/** Renders the totals in one line. */
export function totalsLine(frame: Frame, { sessions, attempts, paid }: SessionTotals): Html {
  const { sessionCount, attemptCount, newestOf, paid: paidWord } = frame.words.payments;
  const tries = attempts.reduce((all, each) => all + each.count, 0);
  const most = sessions >= COUNTED ? newestOf(COUNTED.toLocaleString(frame.language)) : String(sessions);
  return html`<p class="totals">
    <strong>${most}</strong> ${sessionCount(sessions)}, <strong>${tries}</strong> ${attemptCount(tries)}${
      tries === 0
        ? null
        : html`: ${attempts.map((each) => `${each.count}\u00a0× ${wordFor(frame, each.status)}`).join(', ')}`
    }${
      paid.length === 0
        ? null
        : html` · ${paidWord}
            <strong>${paid.map((each) => money(frame, each.amount, each.currency)).join(', ')}</strong>`
    }
  </p>`;
}
