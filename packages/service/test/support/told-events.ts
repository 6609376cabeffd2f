import { eq } from 'drizzle-orm';
import { webhookDeliveries, webhookSubscriptions } from '../../src/store/membership-tables.js';
import { subscribe } from '../../src/webhooks/subscriptions.js';
import type { TestService } from './service.js';
import { EUR_KEY } from './service.js';

/** Subscribes an integration of the EUR studio to every type. @returns what it was told since it was asked last. */
export async function toldEvents(
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
