import { and, asc, eq, exists, inArray, lt, lte, not, notInArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { allSettled } from '../../core/concurrency.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import type { Queue } from '../../core/jobs/queue.js';
import { integrations } from '../integrations/integrations.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { post, type SignedEvent, signEvent, type Subscription } from './post.js';
import { type DeliveryStatus, webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/** The first attempt and three retries, ten minutes apart (details, webhooks). */
const MOST_ATTEMPTS = 4;
const RETRY_MS = 10 * 60_000;
/** Maximum number of receivers that a process sends to at the same time, and of events on their way to one of them. */
const RECEIVERS = 50;
const EVENTS_AT_ONCE = 10;

type Delivery = typeof webhookDeliveries.$inferSelect;

/** Events that this process sends to a receiver. */
interface Parcel {
  readonly subscription: Subscription;
  readonly deliveries: readonly Delivery[];
}

/**
 * Makes the queue of events, whose items are receivers: each has a slot to itself, so a slow one delays no other.
 * Events of one entity are sent in order: while one waits for its next attempt, later ones wait too. An event is sent
 * at least once, with the same uuid each time.
 *
 * @param timeoutMs how long a receiver may take to respond with a 2xx
 */
export function deliveryQueue(timeoutMs = 5_000): Queue<Parcel> {
  const served = new Set<string>();
  return {
    name: 'DELIVERIES',
    slots: RECEIVERS,
    due: (context) => sql`${dueReceivers(context, [])}`,
    async take(context) {
      const parcel = await takeParcel(context, [...served]);
      if (parcel === null) return null;
      served.add(parcel.subscription.id);
      return [parcel];
    },
    async work(context, { subscription, deliveries }) {
      try {
        await allSettled(deliveries.map((delivery) => attempt(context, subscription, delivery, timeoutMs)));
      } finally {
        served.delete(subscription.id);
      }
    },
  };
}

/** Builds a condition for events that are the first pending one of their entity, and due. */
function isDue({ db, clock }: Context): SQL | undefined {
  const earlier = alias(webhookDeliveries, 'earlier');
  const isLater = exists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(
        and(
          eq(earlier.subscriptionId, webhookDeliveries.subscriptionId),
          eq(earlier.entityId, webhookDeliveries.entityId),
          eq(earlier.status, 'PENDING'),
          lt(earlier.id, webhookDeliveries.id),
        ),
      ),
  );
  return and(
    eq(webhookDeliveries.status, 'PENDING'),
    lte(webhookDeliveries.nextAttemptAt, clock.now()),
    not(isLater),
  );
}

/** Builds a query for the receiver whose event has been due for longest. @param except receivers to leave out */
function dueReceivers(context: Context, except: readonly string[]) {
  return context.db
    .select({ subscription: webhookSubscriptions })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, webhookDeliveries.subscriptionId))
    .innerJoin(integrations, eq(integrations.id, webhookSubscriptions.integrationId))
    .where(
      and(
        isDue(context),
        // Events for an inactive integration are sent once it is activated again.
        eq(integrations.status, 'ACTIVE'),
        except.length === 0 ? undefined : notInArray(webhookDeliveries.subscriptionId, [...except]),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(1);
}

/**
 * Takes the due events of a receiver, and counts an attempt for each. They are taken before they are sent: after a crash
 * in between, the next attempt follows at its scheduled time. Other processes take another receiver at the same moment.
 *
 * @returns null if no event is due, apart from those of the receivers that are served already.
 */
async function takeParcel(context: Context, served: readonly string[]): Promise<Parcel | null> {
  return context.db.transaction(async (tx) => {
    const [found] = await dueReceivers({ ...context, db: tx }, served).for('no key update', {
      of: webhookSubscriptions,
      skipLocked: true,
    });
    if (!found) return null;
    const { subscription } = found;
    const due = tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.subscriptionId, subscription.id), isDue({ ...context, db: tx })))
      .orderBy(asc(webhookDeliveries.id))
      .limit(EVENTS_AT_ONCE)
      .for('update', { skipLocked: true });
    const deliveries = await tx
      .update(webhookDeliveries)
      .set({
        attempts: sql`${webhookDeliveries.attempts} + 1`,
        nextAttemptAt: new Date(context.clock.now().getTime() + RETRY_MS),
      })
      .where(inArray(webhookDeliveries.id, due))
      .returning();
    return deliveries.length === 0 ? null : { subscription, deliveries };
  });
}

/**
 * Sends an event that was taken.
 *
 * @throws a fault of ours that kept it from being sent. It uses up no attempt.
 */
async function attempt(
  context: Context,
  subscription: Subscription,
  { id, uuid, entityId, type, content, occurredAt, attempts }: Delivery,
  timeoutMs: number,
): Promise<void> {
  const { db } = context;
  const isOurs = eq(webhookDeliveries.id, id);
  const payload = [{ timestamp: occurredAt.getTime(), type, ...(content ? { content } : {}) }];
  let event: SignedEvent;
  try {
    event = signEvent(context, subscription, { entityId, uuid, payload });
  } catch (fault) {
    const untried = { attempts: attempts - 1, lastResult: 'its keys cannot be read' };
    await db.update(webhookDeliveries).set(untried).where(isOurs);
    throw fault;
  }
  await context.step('webhook.taken');
  const result = await post(event, timeoutMs);
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
  await tx
    .update(webhookDeliveries)
    .set({ status: 'PENDING', attempts: 0, lastResult: null, nextAttemptAt: clock.now() })
    .where(eq(webhookDeliveries.id, deliveryId));
  return found.status;
}
