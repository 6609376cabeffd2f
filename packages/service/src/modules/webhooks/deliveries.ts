import { and, asc, eq, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { integrations } from '../integrations/integrations.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { post, type SignedEvent, signEvent } from './post.js';
import { type DeliveryStatus, webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/** The first attempt and three retries, ten minutes apart (details, webhooks). */
const MOST_ATTEMPTS = 4;
const RETRY_MS = 10 * 60_000;
const AT_ONCE = 10;

/**
 * Sends every event that is due. Events of one entity are sent in order: while one waits for its next attempt, later
 * ones wait too. An event is sent at least once, with the same uuid each time. Several processes may deliver
 * concurrently; each attempt is claimed by one of them before it is sent.
 *
 * @param timeoutMs how long a receiver may take to respond with a 2xx
 * @param signal stops it after the attempts in progress
 * @throws the fault that kept an event from being sent. It is ours and uses up no attempt.
 */
export async function deliverDue(
  context: Context,
  { timeoutMs = 5_000, signal }: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const faults: unknown[] = [];
  while (!signal?.aborted) {
    const due = await findDue(context);
    if (due.length === 0) break;
    const tries = await Promise.allSettled(due.map((delivery) => attempt(context, delivery, timeoutMs)));
    // A fault is reported after the other events were sent; the delivery is retried later.
    const fault = tries.find((tried) => tried.status === 'rejected');
    if (fault) faults.push(fault.reason);
    // Another process has claimed everything.
    if (!tries.some((tried) => tried.status === 'fulfilled' && tried.value)) break;
  }
  if (faults.length > 0) throw faults[0];
}

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** Finds the first pending event of each entity, if it is due. */
function findDue({ db, clock }: Context) {
  const earlier = alias(webhookDeliveries, 'earlier');
  return db
    .select({ delivery: webhookDeliveries, subscription: webhookSubscriptions })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, webhookDeliveries.subscriptionId))
    .innerJoin(integrations, eq(integrations.id, webhookSubscriptions.integrationId))
    .where(
      and(
        eq(webhookDeliveries.status, 'PENDING'),
        // Events for an inactive integration are sent once it is activated again.
        eq(integrations.status, 'ACTIVE'),
        lte(webhookDeliveries.nextAttemptAt, clock.now()),
        notExists(
          db
            .select({ id: earlier.id })
            .from(earlier)
            .where(
              and(
                eq(earlier.subscriptionId, webhookDeliveries.subscriptionId),
                eq(earlier.entityId, webhookDeliveries.entityId),
                eq(earlier.status, 'PENDING'),
                sql`${earlier.id} < ${webhookDeliveries.id}`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .limit(AT_ONCE);
}

/**
 * Claims one attempt and sends the event.
 *
 * @returns whether this process made the attempt.
 */
async function attempt(
  context: Context,
  { delivery, subscription }: Due,
  timeoutMs: number,
): Promise<boolean> {
  const { db, clock } = context;
  const attempts = delivery.attempts + 1;
  const nextAttemptAt = new Date(clock.now().getTime() + RETRY_MS);
  const isUntouched = and(
    eq(webhookDeliveries.id, delivery.id),
    eq(webhookDeliveries.status, 'PENDING'),
    eq(webhookDeliveries.attempts, delivery.attempts),
  );
  const { entityId, uuid, type, content, occurredAt } = delivery;
  const payload = [{ timestamp: occurredAt.getTime(), type, ...(content ? { content } : {}) }];
  let event: SignedEvent;
  try {
    event = signEvent(context, subscription, { entityId, uuid, payload });
  } catch (fault) {
    await db
      .update(webhookDeliveries)
      .set({ nextAttemptAt, lastResult: 'its keys cannot be read' })
      .where(isUntouched);
    throw fault;
  }
  // The attempt is claimed before sending. After a crash in between, the next attempt follows at its scheduled time.
  const taken = await db
    .update(webhookDeliveries)
    .set({ attempts, nextAttemptAt })
    .where(isUntouched)
    .returning({ id: webhookDeliveries.id });
  if (taken.length === 0) return false;
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
    .where(eq(webhookDeliveries.id, delivery.id));
  return true;
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
