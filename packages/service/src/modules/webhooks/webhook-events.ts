import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { integrations } from '../integrations/integrations.tables.js';
import { webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

/**
 * Events that partners are notified of (specification, Events; details, Webhooks). Types of the public list that
 * nothing here triggers are omitted; `docs/webhooks.md` lists them.
 */
export const EVENT_TYPES = [
  'FINANCE_DEBT_COLLECTION_RUN_CREATED',
  'FINANCE_DEBT_COLLECTION_CASE_UPDATED',
  'FINANCE_DEBT_COLLECTION_CONFIGURATION_UPDATED',
  'CONTRACT_IDLE_PERIOD_CREATED',
  'CONTRACT_IDLE_PERIOD_UPDATED',
  'CONTRACT_IDLE_PERIOD_CANCELLED',
  'CUSTOMER_HOME_STUDIO_UPDATED',
  'CUSTOMER_CREATED',
  'CUSTOMER_UPDATED',
  'CUSTOMER_DELETED',
  'CUSTOMER_ACCESS_DISABLED',
  'CUSTOMER_COMMUNICATION_PREFERENCES_UPDATED',
  'CONTRACT_CREATED',
  'CONTRACT_UPDATED',
  'CONTRACT_CANCELLED',
  'CONTRACT_ADDITIONAL_MODULE_CREATED',
  'CONTRACT_ADDITIONAL_MODULE_UPDATED',
  'CONTRACT_ADDITIONAL_MODULE_CANCELLED',
  'AGGREGATOR_MEMBER_CREATED',
  'APPOINTMENT_BOOKING_CREATED',
  'APPOINTMENT_BOOKING_UPDATED',
  'APPOINTMENT_BOOKING_CANCELLED',
  'CLASS_BOOKING_CREATED',
  'CLASS_BOOKING_UPDATED',
  'CLASS_BOOKING_CANCELLED',
  'CLASS_SLOT_UPDATED',
  'CLASS_SLOT_CANCELLED',
  'CUSTOMER_ACCESS_MEDIUM_CREATED',
  'CUSTOMER_ACCESS_MEDIUM_UPDATED',
  'CUSTOMER_ACCESS_MEDIUM_DELETED',
  'CUSTOMER_ACCESS_RESTRICTION_CREATED',
  'CUSTOMER_ACCESS_RESTRICTION_DELETED',
  'CUSTOMER_CHECKIN',
  'CUSTOMER_CHECKOUT',
  'AUTOMATIC_CUSTOMER_CHECKOUT',
  'DEVICE_CREATED',
  'ADDITIONAL_INFORMATION_FIELDS_UPDATED',
  'EMPLOYEE_CREATED',
  'EMPLOYEE_UPDATED',
  'EMPLOYEE_DELETED',
  'STUDIO_OPENING_HOURS_UPDATED',
  'TAX_ADVISOR_EXPORT_CREATED',
  'TRIAL_SESSION_CONFIRMATION_REQUIRED',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface WebhookEvent {
  readonly type: EventType;
  readonly entityId: number;
  readonly content?: Readonly<Record<string, unknown>>;
}

/**
 * Stores an event for every subscriber of its type at a studio, in the transaction that makes it true. The jobs deliver
 * it. The integration that caused it is notified too (specification, Events).
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
