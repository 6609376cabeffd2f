import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import type { PartnerMeta } from '../domain/request-meta.js';
import type { Integration } from '../integrations/find-key.js';
import { keepMade, partnerRequest } from '../requests/partner-request.js';
import { requestHash } from '../requests/request-hash.js';
import { hashToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import { rowOf } from '../store/row-of.js';
import { webhookSubscriptions } from '../store/membership-tables.js';
import { apiKeys, integrations } from '../store/schema.js';
import type { EventType } from './event-types.js';
import { requireReceiver } from './receiver.js';

export interface Subscription {
  readonly url: string;
  /** The integration's outbound key, sent as x-api-key with every event. */
  readonly webhookKey: string;
  /** Signs every event (webhooks/signature.ts); without it, they are not signed. */
  readonly signingKey?: string;
  /** null: every type; undefined: those of before, or every type. */
  readonly types?: readonly EventType[] | null | undefined;
}

/**
 * Registers where the events of a studio's integration are sent; nothing is sent before the integration has
 * confirmed its activation. One that is there is changed, and stays active.
 *
 * @throws TypeError for an address that is neither https nor http on this machine.
 */
export async function setSubscription(
  db: Database,
  keys: Context['keys'],
  { id: integrationId, studioId }: Pick<Integration, 'id' | 'studioId'>,
  { url, webhookKey, signingKey, types }: Subscription,
): Promise<void> {
  requireReceiver(url);
  const boundTo = String(integrationId);
  const row = rowOf(webhookSubscriptions, boundTo);
  const changes = {
    url,
    boundTo,
    webhookKeyEncrypted: keys.encrypt(webhookKey, row),
    signingKeyEncrypted: signingKey === undefined ? null : keys.encrypt(signingKey, row),
    earlierSigningKeyEncrypted: null,
    earlierKeySignsUntil: null,
    ...(types !== undefined && { types: types && [...types] }),
  };
  await db
    .insert(webhookSubscriptions)
    .values({ id: randomUUID(), studioId, integrationId, isActive: false, ...changes })
    .onConflictDoUpdate({ target: webhookSubscriptions.integrationId, set: changes });
}

/** The same for the integration that an API key belongs to. @throws Error when no integration has the key. */
export async function subscribe(
  db: Database,
  keys: Context['keys'],
  { apiKey, ...subscription }: Subscription & { readonly apiKey: string },
): Promise<void> {
  const [found] = await db
    .select({ id: integrations.id, studioId: integrations.studioId })
    .from(integrations)
    .innerJoin(apiKeys, eq(apiKeys.integrationId, integrations.id))
    .where(eq(apiKeys.keyHash, hashToken(apiKey)));
  if (!found) throw new Error('No integration has this API key.');
  await setSubscription(db, keys, found, subscription);
}

/** Switches the events of an integration on; one without subscription has none. */
export async function confirmActivation(
  context: Context,
  studio: Studio,
  integration: Integration,
  meta: PartnerMeta,
): Promise<void> {
  const { db } = context;
  const hash = requestHash(context, 'confirm activation', String(integration.id));
  // It may be done again and again; its key is kept so that no other request can have it.
  await keepMade(context, db, partnerRequest(studio, hash, meta), randomUUID());
  await db
    .update(webhookSubscriptions)
    .set({ isActive: true })
    .where(eq(webhookSubscriptions.integrationId, integration.id));
}
