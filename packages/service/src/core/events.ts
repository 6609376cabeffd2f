import { and, eq } from 'drizzle-orm';
import type { Context } from './context.js';
import type { Database } from './database/database.js';
import { events } from './events.tables.js';

export type EventKind =
  | 'SESSION_CREATED'
  | 'SESSION_USED'
  | 'SESSION_EXPIRED'
  | 'ATTEMPT_STARTED'
  | 'ATTEMPT_REPLACED'
  | 'ATTEMPT_CANCELLED'
  | 'PROVIDER_ANSWERED'
  | 'PROVIDER_REFUSED'
  | 'PROVIDER_SILENT'
  | 'RELEASED'
  | 'INSTRUMENT_REMOVED'
  | 'USAGE_RESERVED'
  | 'USAGE_DONE'
  | 'USAGE_DECLINED'
  | 'CHARGE_DONE'
  | 'CHARGE_DECLINED'
  | 'PAYMENT_RETURNED'
  | 'PAYMENT_RESTORED'
  | 'REFUND_DONE'
  | 'REFUND_CANCELLED'
  | 'REFUND_DECLINED'
  | 'WITHDRAWAL_NOT_REFUNDED'
  | 'IDLE_PERIOD_CREATED'
  | 'IDLE_PERIOD_UPDATED'
  | 'IDLE_PERIOD_CANCELLED'
  | 'REQUEST_REFUSED'
  | 'STUDIO_UNDER_ATTACK'
  | 'PROVIDER_DOWN'
  | 'DISPUTE_OPENED'
  | 'RETURNED_AFTER_REFUND'
  | 'OUTCOME_UNCLEAR'
  | 'BANK_BATCH_REFUSED'
  | 'BANK_ENTRY_TO_DECIDE';

export interface Event {
  readonly kind: EventKind;
  /** Description for studio staff; contains no personal data and no tokens. */
  readonly detail: string;
  readonly traceId: string;
  readonly studioId?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly paymentId?: string | undefined;
}

/** Builds the write of an event, for the statement that causes it. */
export function eventWrite({ clock }: Pick<Context, 'clock'>, db: Database, event: Event) {
  return db.insert(events).values({
    kind: event.kind,
    detail: event.detail,
    traceId: event.traceId,
    studioId: event.studioId ?? null,
    sessionId: event.sessionId ?? null,
    paymentId: event.paymentId ?? null,
    createdAt: clock.now(),
  });
}

/** Records an event, in the transaction that causes it if there is one. */
export async function recordEvent(
  context: Pick<Context, 'clock'>,
  db: Database,
  event: Event,
): Promise<void> {
  await eventWrite(context, db, event).prepare('record_event').execute();
}

/** Records an event of a payment, unless one with the same kind and detail exists already. */
export async function recordEventOnce(
  context: Pick<Context, 'clock'>,
  db: Database,
  event: Event & { readonly sessionId: string; readonly paymentId: string },
): Promise<void> {
  const { sessionId, paymentId, kind, detail } = event;
  const isSame = and(
    eq(events.sessionId, sessionId),
    eq(events.paymentId, paymentId),
    eq(events.kind, kind),
    eq(events.detail, detail),
  );
  if ((await db.$count(events, isSame)) === 0) await recordEvent(context, db, event);
}
