import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { StaffError } from '../errors/staff-error.js';
import { lockIntegration } from '../integrations/integrations.js';
import type { Database } from '../store/database.js';
import { webhookSubscriptions } from '../store/membership-tables.js';
import { post, signEvent, type PostResult } from './post.js';

const TIMEOUT_MS = 5_000;

/**
 * Sends an event without content to the receiver of an integration, with its keys, and says what came of it: whether
 * the address, the key and the check of the signature work, before anything happens. It is sent once.
 *
 * @throws ApiError 404 when the studio has no such integration, StaffError when it has no receiver.
 */
export async function tryReceiver(
  context: Context,
  tx: Database,
  studio: Studio,
  integrationId: number,
): Promise<PostResult> {
  await lockIntegration(tx, studio, integrationId);
  const [subscription] = await tx
    .select()
    .from(webhookSubscriptions)
    .where(eq(webhookSubscriptions.integrationId, integrationId));
  if (!subscription) {
    throw new StaffError(`Integration ${integrationId} has no receiver; set one with: webhook add.`);
  }
  const envelope = { entityId: integrationId, uuid: randomUUID(), payload: [] };
  return post(signEvent(context, subscription, envelope), TIMEOUT_MS);
}
