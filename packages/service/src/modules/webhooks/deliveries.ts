import { and, asc, eq, inArray, lte, min, notInArray, sql } from 'drizzle-orm';
import { allSettled } from '../../core/concurrency.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { Queue } from '../../core/jobs/queue.js';
import { integrations } from '../integrations/integrations.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { type FetchEvent, post, type SignedEvent, signEvent, type Subscription } from './post.js';
import { contentOf } from './webhook-events.js';
import { type DeliveryStatus, webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/** The first attempt and three retries, ten minutes apart (details, webhooks). */
const MOST_ATTEMPTS = 4;
const RETRY_MS = 10 * 60_000;
/** Maximum number of receivers that a process sends to at the same time, and of events on their way to one of them. */
const RECEIVERS = 50;
const EVENTS_AT_ONCE = 10;

type Delivery = typeof webhookDeliveries.$inferSelect;

export interface DeliveryOptions {
  /** How long a receiver may take to respond with a 2xx; 5 s if absent. */
  readonly timeoutMs?: number | undefined;
  /** Sends an event to its receiver; the global `fetch` if absent. */
  readonly fetchEvent?: FetchEvent | undefined;
}

/**
 * Makes the queue of events, whose items are receivers: each has a slot to itself, so a slow one delays no other.
 * Events of one entity are sent in order: while one waits for its next attempt, later ones wait too. An event is sent
 * at least once, with the same uuid each time. Several processes may serve a receiver at the same time. Each takes
 * different events.
 */
export function deliveryQueue(options: DeliveryOptions = {}): Queue<string> {
  const served = new Set<string>();
  return {
    name: 'DELIVERIES',
    slots: RECEIVERS,
    due: (context) => sql`${dueReceivers(context, { except: [], limit: 1 })}`,
    async take(context, limit) {
      const receivers = await dueReceivers(context, { except: [...served], limit });
      if (receivers.length === 0) return null;
      for (const { id } of receivers) served.add(id);
      return receivers.map(({ id }) => id);
    },
    async work(context, receiver, { signal }) {
      let sent = 0;
      try {
        while (!signal?.aborted) {
          const count = await sendEvents(context, receiver, options);
          if (count === 0) break;
          sent += count;
        }
      } finally {
        served.delete(receiver);
      }
      return sent;
    },
  };
}

/**
 * Builds a query for the due events: of each receiver and entity, the first pending one. Events for an inactive
 * integration are sent once it is activated again. The query sorts the events. Looking for an earlier one for each would
 * compare all with all while PostgreSQL has no statistics on them, as after a payment run.
 */
function dueEvents({ db, clock }: Context) {
  const { id, subscriptionId, entityId, nextAttemptAt, status } = webhookDeliveries;
  const first = db
    .selectDistinctOn([subscriptionId, entityId], { id, subscriptionId, nextAttemptAt })
    .from(webhookDeliveries)
    .where(eq(status, 'PENDING'))
    .orderBy(subscriptionId, entityId, id)
    .as('first_pending');
  return db
    .select({ id: first.id, subscriptionId: first.subscriptionId })
    .from(first)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, first.subscriptionId))
    .innerJoin(integrations, eq(integrations.id, webhookSubscriptions.integrationId))
    .where(and(lte(first.nextAttemptAt, clock.now()), eq(integrations.status, 'ACTIVE')))
    .as('due_events');
}

/** Builds a query for the receivers of due events, those whose event has waited longest first. */
function dueReceivers(
  context: Context,
  { except, limit }: { readonly except: readonly string[]; readonly limit: number },
) {
  const due = dueEvents(context);
  return context.db
    .select({ id: due.subscriptionId })
    .from(due)
    .where(except.length === 0 ? undefined : notInArray(due.subscriptionId, [...except]))
    .groupBy(due.subscriptionId)
    .orderBy(min(due.id))
    .limit(limit);
}

/**
 * Sends the next due events of a receiver.
 *
 * @returns how many; 0 if none is due that no other process is taking.
 */
async function sendEvents(context: Context, receiver: string, options: DeliveryOptions): Promise<number> {
  const taken = await take(context, receiver);
  await allSettled(
    taken.map(({ subscription, delivery }) => attempt(context, subscription, delivery, options)),
  );
  return taken.length;
}

/**
 * Takes the next due events of a receiver, and counts an attempt for each. They are taken before they are sent: after a
 * crash in between, the next attempt follows at its scheduled time. Events that another process has taken meanwhile, or
 * is taking, are left out.
 */
async function take(context: Context, receiver: string) {
  const { db, clock } = context;
  const { id, subscriptionId, status, attempts, nextAttemptAt } = webhookDeliveries;
  const now = clock.now();
  const due = dueEvents(context);
  const next = db
    .select({ id: due.id })
    .from(due)
    .where(eq(due.subscriptionId, receiver))
    .orderBy(asc(due.id))
    .limit(EVENTS_AT_ONCE);
  const locked = db
    .select({ id })
    .from(webhookDeliveries)
    .where(
      and(eq(subscriptionId, receiver), inArray(id, next), eq(status, 'PENDING'), lte(nextAttemptAt, now)),
    )
    .for('update', { skipLocked: true });
  return db
    .update(webhookDeliveries)
    .set({ attempts: sql`${attempts} + 1`, nextAttemptAt: new Date(now.getTime() + RETRY_MS) })
    .from(webhookSubscriptions)
    .where(and(eq(webhookSubscriptions.id, subscriptionId), inArray(id, locked)))
    .returning({ delivery: webhookDeliveries, subscription: webhookSubscriptions });
}

/**
 * Sends an event that was taken.
 *
 * @throws a fault of ours that kept it from being sent. It uses up no attempt.
 */
async function attempt(
  context: Context,
  subscription: Subscription,
  delivery: Delivery,
  { timeoutMs = 5_000, fetchEvent }: DeliveryOptions,
): Promise<void> {
  const { db, keys } = context;
  const { id, uuid, entityId, type, occurredAt, attempts } = delivery;
  const isOurs = eq(webhookDeliveries.id, id);
  let event: SignedEvent;
  try {
    const content = contentOf(keys, delivery);
    const payload = [{ timestamp: occurredAt.getTime(), type, ...(content ? { content } : {}) }];
    event = signEvent(context, subscription, { entityId, uuid, payload });
  } catch (fault) {
    const untried = { attempts: attempts - 1, lastResult: 'its keys or its content cannot be read' };
    await db.update(webhookDeliveries).set(untried).where(isOurs);
    throw fault;
  }
  await context.step('webhook.taken');
  const result = await post(event, timeoutMs, fetchEvent);
  await context.step('webhook.answered');
  const isLast = attempts >= MOST_ATTEMPTS;
  await db
    .update(webhookDeliveries)
    .set({
      status: result.delivered ? 'DELIVERED' : isLast ? 'GIVEN_UP' : 'PENDING',
      lastResult: result.description,
    })
    .where(isOurs);
}

/**
 * Sends a delivered or abandoned event again. It keeps its uuid, so that a receiver that already has it recognises it,
 * and gets as many attempts as a new one.
 *
 * @returns its previous status.
 * @throws ApiError 404 when the studio has no such delivery, 409 while it is still pending.
 */
export async function replayDelivery(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studio: Studio,
  deliveryId: number,
): Promise<DeliveryStatus> {
  const [found] = await tx
    .select({ status: webhookDeliveries.status, studioId: webhookSubscriptions.studioId })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, webhookDeliveries.subscriptionId))
    .where(eq(webhookDeliveries.id, deliveryId))
    .for('update', { of: webhookDeliveries });
  if (found?.studioId !== studio.id) {
    throw new ApiError('errormessage.event.delivery.not.found', 'deliveryId', { deliveryId });
  }
  if (found.status === 'PENDING') {
    throw new ApiError('errormessage.event.delivery.pending', 'deliveryId', { deliveryId });
  }
  await tx.update(webhookDeliveries).set(dueAgain(clock)).where(eq(webhookDeliveries.id, deliveryId));
  return found.status;
}

/**
 * Sends a delivered event again. It keeps its uuid.
 *
 * @returns false if no delivered event has this uuid.
 */
export async function repeatDelivered({ db, clock }: Context, uuid: string): Promise<boolean> {
  const repeated = await db
    .update(webhookDeliveries)
    .set(dueAgain(clock))
    .where(and(eq(webhookDeliveries.uuid, uuid), eq(webhookDeliveries.status, 'DELIVERED')))
    .returning({ id: webhookDeliveries.id });
  return repeated.length > 0;
}

function dueAgain(clock: Context['clock']) {
  return { status: 'PENDING', attempts: 0, lastResult: null, nextAttemptAt: clock.now() } as const;
}
