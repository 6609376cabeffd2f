import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.js';
import type { Database } from '../store/database.js';
import { webhookDeliveries, webhookSubscriptions } from '../store/membership-tables.js';
import { integrations } from '../store/schema.js';
import type { WebhookEvent } from './event-types.js';

/**
 * Writes an event down for everybody at a studio who is subscribed to its type, in the transaction that makes
 * it true. It is delivered by the jobs; whoever caused it is told too (specification, Events).
 */
export async function emit(
  { clock }: Pick<Context, 'clock'>,
  tx: Database,
  studioId: number,
  { type, entityId, content }: WebhookEvent,
): Promise<void> {
  const active = await tx
    .select({ id: webhookSubscriptions.id, types: webhookSubscriptions.types })
    .from(webhookSubscriptions)
    .innerJoin(integrations, eq(integrations.id, webhookSubscriptions.integrationId))
    .where(
      and(
        eq(webhookSubscriptions.studioId, studioId),
        eq(webhookSubscriptions.isActive, true),
        eq(integrations.status, 'ACTIVE'),
      ),
    );
  const now = clock.now();
  const rows = active
    .filter(({ types }) => types === null || types.includes(type))
    .map(({ id }) => ({
      uuid: randomUUID(),
      subscriptionId: id,
      entityId,
      type,
      content: content ?? null,
      status: 'PENDING' as const,
      attempts: 0,
      occurredAt: now,
      nextAttemptAt: now,
    }));
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows);
}
