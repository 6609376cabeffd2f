import { eq } from 'drizzle-orm';
import { subscribe } from '../../src/modules/webhooks/subscriptions.js';
import { webhookDeliveries, webhookSubscriptions } from '../../src/modules/webhooks/webhooks.tables.js';
import { EUR_KEY, type TestService } from './service.js';

/**
 * Subscribes an integration of the EUR studio to every type. @returns a function that returns the events since its last
 * call.
 */
export async function subscribeToEvents(
  service: TestService,
): Promise<() => Promise<{ type: string; entityId: number }[]>> {
  const { db, keys } = service.app.context;
  await subscribe(db, keys, {
    apiKey: EUR_KEY,
    url: 'https://partner.example/events',
    webhookKey: 'the-key-of-the-tests',
    types: null,
  });
  await db
    .update(webhookSubscriptions)
    .set({ isActive: true })
    .where(eq(webhookSubscriptions.studioId, 1001));
  return async () => {
    const rows = await db.delete(webhookDeliveries).returning();
    return rows.sort((a, b) => a.id - b.id).map(({ type, entityId }) => ({ type, entityId }));
  };
}
