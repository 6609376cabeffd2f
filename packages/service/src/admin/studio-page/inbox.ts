import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import type { Communication } from '../../modules/customers/communication/communication.stored.js';
import {
  communications,
  communicationThreads,
} from '../../modules/customers/communication/communication.tables.js';
import { SEALED_COMMUNICATION } from '../../modules/customers/communication/threads.js';
import { contactDataAmendments } from '../../modules/customers/contact-data/contact-data.tables.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { integrationAccess, integrations } from '../../modules/integrations/integrations.tables.js';
import { webhookDeliveries, webhookSubscriptions } from '../../modules/webhooks/webhooks.tables.js';

const SHOWN = 30;

/** Newest requests that wait for staff or that staff may look into. */
export interface Inbox {
  readonly amendments: readonly PendingAmendment[];
  readonly threads: readonly ShownThread[];
  readonly deliveries: readonly ShownDelivery[];
  /** All integrations, because staff actions require their ids. */
  readonly integrations: readonly ShownIntegration[];
}

export type PendingAmendment = typeof contactDataAmendments.$inferSelect & { readonly studioId: number };

export type ShownThread = typeof communicationThreads.$inferSelect & {
  readonly studioId: number;
  /** Messages, oldest first. */
  readonly said: readonly { readonly communication: Communication; readonly communicatedAt: Date }[];
};

export interface ShownDelivery {
  readonly delivery: typeof webhookDeliveries.$inferSelect;
  readonly studioId: number;
  readonly url: string;
}

export interface ShownIntegration {
  readonly integration: typeof integrations.$inferSelect;
  /** Address that receives the integration's events; null if there is none. */
  readonly receiver: Pick<typeof webhookSubscriptions.$inferSelect, 'url' | 'types' | 'isActive'> | null;
  /** Other studios that have admitted the integration. */
  readonly openStudios: readonly number[];
}

export async function loadInbox({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<Inbox> {
  return {
    amendments: await pendingAmendments(db),
    threads: await newestThreads({ db, keys }),
    deliveries: await newestDeliveries(db),
    integrations: await shownIntegrations(db),
  };
}

async function pendingAmendments(db: Database): Promise<PendingAmendment[]> {
  const rows = await db
    .select({ amendment: contactDataAmendments, studioId: customers.studioId })
    .from(contactDataAmendments)
    .innerJoin(customers, and(eq(customers.id, contactDataAmendments.customerId), isNull(customers.erasedAt)))
    .where(eq(contactDataAmendments.status, 'PENDING'))
    .orderBy(desc(contactDataAmendments.id))
    .limit(SHOWN);
  return rows.map(({ amendment, studioId }) => ({ ...amendment, studioId }));
}

async function newestThreads({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<ShownThread[]> {
  const threads = await db
    .select({ thread: communicationThreads, studioId: customers.studioId })
    .from(communicationThreads)
    .innerJoin(customers, and(eq(customers.id, communicationThreads.customerId), isNull(customers.erasedAt)))
    .orderBy(desc(communicationThreads.id))
    .limit(SHOWN);
  const shown = threads.map(({ thread }) => thread.id);
  const said = shown.length
    ? await db
        .select()
        .from(communications)
        .where(inArray(communications.threadId, shown))
        .orderBy(communications.communicatedAt, communications.id)
    : [];
  return threads.map(({ thread, studioId }) => ({
    ...thread,
    studioId,
    said: said
      .filter(({ threadId }) => threadId === thread.id)
      .map(({ contentEncrypted, contentKey, communicatedAt }) => ({
        communication: SEALED_COMMUNICATION.open(keys, contentKey, contentEncrypted),
        communicatedAt,
      })),
  }));
}

async function newestDeliveries(db: Database): Promise<ShownDelivery[]> {
  return db
    .select({
      delivery: webhookDeliveries,
      url: webhookSubscriptions.url,
      studioId: webhookSubscriptions.studioId,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookSubscriptions, eq(webhookSubscriptions.id, webhookDeliveries.subscriptionId))
    .orderBy(desc(webhookDeliveries.id))
    .limit(SHOWN);
}

async function shownIntegrations(db: Database): Promise<ShownIntegration[]> {
  const rows = await db
    .select({ integration: integrations, receiver: webhookSubscriptions })
    .from(integrations)
    .leftJoin(webhookSubscriptions, eq(webhookSubscriptions.integrationId, integrations.id))
    .orderBy(integrations.studioId, integrations.id);
  const grants = await db.select().from(integrationAccess);
  return rows.map(({ integration, receiver }) => ({
    integration,
    receiver,
    openStudios: grants
      .filter(({ integrationId }) => integrationId === integration.id)
      .map(({ studioId }) => studioId),
  }));
}
