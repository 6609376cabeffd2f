import { and, asc, eq, lte, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { integrations } from '../integrations/integrations.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { post, type SignedEvent, signEvent } from './post.js';
import { type DeliveryStatus, webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/** Three more tries, ten minutes apart (details, webhooks). */
const MOST_ATTEMPTS = 4;
const RETRY_MS = 10 * 60_000;
const AT_ONCE = 10;

/**
 * Sends every event that is due. Events of one entity go one after the other: while one waits for its next
 * try, those behind it wait too. An event is sent at least once; each try has the same uuid. Several services
 * may deliver at the same time: each try is taken by one of them before it is sent.
 *
 * @param timeoutMs how long a receiver may take to answer with a 2xx
 * @param signal ends it after the tries that are under way
 * @throws what an event could not be sent for: a fault of ours, which uses up no try.
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
    // A failure here is reported once the others were sent; the delivery is tried again.
    const fault = tries.find((tried) => tried.status === 'rejected');
    if (fault) faults.push(fault.reason);
    // Everything was taken by somebody else.
    if (!tries.some((tried) => tried.status === 'fulfilled' && tried.value)) break;
  }
  if (faults.length > 0) throw faults[0];
}

type Due = Awaited<ReturnType<typeof findDue>>[number];

/** The first of each entity that is not at its end, as far as its time has come. */
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
        // Events for an integration that is switched off are sent when it is switched on again.
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

/** @returns whether this service made the try. */
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
  // Taken before it is sent: after a crash in between, the next try comes when its time has come.
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
 * Sends an event again that was delivered or given up: with the same uuid, so that a receiver that has it already
 * recognises it, and with as many tries as a new one.
 *
 * @returns what had become of it before.
 * @throws ApiError 404 when the studio has no such delivery, 409 while it is still to be delivered.
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
