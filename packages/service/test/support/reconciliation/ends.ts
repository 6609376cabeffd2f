import { LIVE_STATUSES } from '../../../src/modules/payments/payments.tables.js';
import type { Books } from './books.js';
import type { Found } from './finding.js';

/** Checks that everything that was started has ended, except sessions that are still valid. */
export function* unfinished({ sessions, payments, usages, charges, sales, deliveries, now }: Books): Found {
  const byId = new Map(sessions.map((session) => [session.id, session]));
  for (const { id, status, validUntil } of sessions) {
    if (status === 'USING' || status === 'EXPIRING' || (status === 'OPEN' && validUntil <= now))
      yield { kind: 'stuck', what: `session ${id} is ${status}` };
  }
  for (const { id, status, sessionId, releaseStatus } of payments) {
    const session = byId.get(sessionId);
    const isUndecided = status === 'AUTHENTICATED' || status === 'UNKNOWN';
    const isOver = session?.status === 'EXPIRED' && LIVE_STATUSES.some((live) => live === status);
    if (isUndecided || isOver)
      yield { kind: 'stuck', what: `payment ${id} is ${status}, its session ${session?.status ?? 'gone'}` };
    if (releaseStatus === 'DUE') yield { kind: 'stuck', what: `payment ${id} is still to be released` };
  }
  for (const { id, status, paymentId } of usages) {
    if (status === 'RESERVED')
      yield { kind: 'stuck', what: `usage ${id} of payment ${paymentId} is RESERVED` };
  }
  for (const { id, status } of charges) {
    if (status === 'RESERVED') yield { kind: 'stuck', what: `charge ${id} is RESERVED` };
  }
  for (const { id, status, kind } of sales) {
    if (status === 'RESERVED') yield { kind: 'stuck', what: `sale ${id} (${kind}) is RESERVED` };
  }
  for (const { uuid, status, type } of deliveries) {
    if (status === 'PENDING') yield { kind: 'stuck', what: `event ${uuid} (${type}) is not delivered` };
  }
}

/** Finds states that exclude each other. */
export function* contradictions({ sessions, payments, usages }: Books): Found {
  const sessionOf = new Map(sessions.map((session) => [session.id, session]));
  const paymentOf = new Map(payments.map((payment) => [payment.id, payment]));
  for (const { id, status, paymentId } of usages) {
    if (status !== 'DONE') continue;
    const payment = paymentOf.get(paymentId);
    const session = sessionOf.get(payment?.sessionId ?? '');
    if (payment?.status !== 'PREAUTHED' || session?.status !== 'USED')
      yield {
        kind: 'wrong',
        what: `usage ${id} is DONE, its payment ${paymentId} ${payment?.status ?? 'gone'}, its session ${session?.status ?? 'gone'}`,
      };
  }
  const used = new Set(
    usages
      .filter(({ status }) => status === 'DONE')
      .map(({ paymentId }) => paymentOf.get(paymentId)?.sessionId),
  );
  for (const { id, status } of sessions) {
    if (status === 'USED' && !used.has(id))
      yield { kind: 'wrong', what: `session ${id} is USED and has no usage` };
  }
}
