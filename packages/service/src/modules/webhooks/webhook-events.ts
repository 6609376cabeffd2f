import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { FACTS } from '../../core/database/lists.js';
import { sealedJson } from '../../core/database/sealed-json.js';
import { storedSchema } from '../../core/database/stored-schema.js';
import { integrations } from '../integrations/integrations.tables.js';
import {
  definitionOf,
  EVENT_TYPES,
  type EventType,
  isPersonal,
  type PersonalEvent,
  type PersonalType,
  type WebhookEvent,
} from './webhook-events.schema.js';
import { webhookDeliveries, webhookSubscriptions } from './webhooks.tables.js';

type Content = Readonly<Record<string, unknown>>;

/** An event of any type. The signatures of `emit` require the content of its type. */
interface EventToStore {
  readonly type: EventType;
  readonly entityId: number;
  readonly content?: Content;
}

/** Encrypts the content of personal events, each bound to the uuid of its delivery. */
export const SEALED_CONTENT = sealedJson(webhookDeliveries.contentEncrypted, FACTS);

/** Schemas that a content must fit before it is stored. */
const CONTENTS = new Map(
  EVENT_TYPES.flatMap((type) => {
    const { content } = definitionOf(type);
    return content ? [[type, storedSchema<typeof content>(content)] as const] : [];
  }),
);

/**
 * Stores an event for every subscriber of its type at a studio, in the transaction that makes it true. The jobs deliver
 * it. The integration that caused it is notified too (specification, Events).
 *
 * @throws StoredJsonError when the content does not fit the schema of the type.
 */
export async function emit(
  context: Pick<Context, 'clock'>,
  tx: Database,
  studioId: number,
  event: Exclude<WebhookEvent, PersonalEvent>,
): Promise<void>;
export async function emit(
  context: Pick<Context, 'clock' | 'keys'>,
  tx: Database,
  studioId: number,
  event: PersonalEvent,
): Promise<void>;
export async function emit(
  { clock, keys }: Pick<Context, 'clock'> & Partial<Pick<Context, 'keys'>>,
  tx: Database,
  studioId: number,
  { type, entityId, content }: EventToStore,
): Promise<void> {
  if (content) CONTENTS.get(type)?.write(content, `webhook_deliveries.content (${type})`);
  const active = await tx
    .select({ id: webhookSubscriptions.id, types: webhookSubscriptions.types, scopes: integrations.scopes })
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
  const { scope } = definitionOf(type);
  const rows = active
    .filter(({ types }) => types === null || types.includes(type))
    .filter(({ scopes }) => scope === undefined || scopes.includes(scope))
    .map(({ id }) => {
      const uuid = randomUUID();
      return {
        uuid,
        subscriptionId: id,
        entityId,
        type,
        ...(isPersonal(type)
          ? { contentEncrypted: sealed(keys, uuid, content) }
          : { content: content ?? null }),
        status: 'PENDING' as const,
        attempts: 0,
        occurredAt: now,
        nextAttemptAt: now,
      };
    });
  if (rows.length > 0) await tx.insert(webhookDeliveries).values(rows);
}

function sealed(keys: Context['keys'] | undefined, uuid: string, content: Content | undefined): string {
  if (!keys || !content) throw new Error('A personal event needs a content, and keys to encrypt it.');
  return SEALED_CONTENT.seal(keys, uuid, content);
}

/** Returns the content that an event is sent with. @throws Error when no configured secret can decrypt it. */
export function contentOf(
  keys: Context['keys'],
  { uuid, content, contentEncrypted }: typeof webhookDeliveries.$inferSelect,
): Content | null {
  return contentEncrypted === null ? content : SEALED_CONTENT.open(keys, uuid, contentEncrypted);
}

/**
 * Deletes the events of a personal type about a record, delivered or not, because the person is erased.
 *
 * @returns the number of events.
 */
export async function forgetPersonalContent(
  tx: Database,
  type: PersonalType,
  entityId: number,
): Promise<number> {
  const deleted = await tx
    .delete(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.type, type),
        eq(webhookDeliveries.entityId, entityId),
        isNotNull(webhookDeliveries.contentEncrypted),
      ),
    )
    .returning({ id: webhookDeliveries.id });
  return deleted.length;
}
