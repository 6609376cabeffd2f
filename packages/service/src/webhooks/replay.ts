import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { ApiError } from '../errors/api-error.js';
import type { Database } from '../store/database.js';
import { webhookDeliveries, webhookSubscriptions, type DeliveryStatus } from '../store/membership-tables.js';

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
