import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import type { PartnerMeta } from '../domain/request-meta.js';
import { keepMade, partnerRequest } from '../requests/partner-request.js';
import { requestHash } from '../requests/request-hash.js';
import { hashToken } from '../platform/tokens.js';
import type { Database } from '../store/database.js';
import { rowOf } from '../store/row-of.js';
import { webhookSubscriptions } from '../store/membership-tables.js';
import type { EventType } from './event-types.js';
import { requireReceiver } from './receiver.js';

export interface Subscription {
  readonly studioId: number;
  /** The API key of the integration that confirms its activation. */
  readonly apiKey: string;
  readonly url: string;
  /** Sent as x-api-key with every event. */
  readonly webhookKey: string;
  /** null: every type. */
  readonly types: readonly EventType[] | null;
}

/**
 * Registers where the events of a studio's integration are sent; nothing is sent before the integration has
 * confirmed its activation. One that is there is changed, and stays active.
 *
 * @throws TypeError for an address that is neither https nor http on this machine.
 */
export async function subscribe(
  db: Database,
  keys: Context['keys'],
  { studioId, apiKey, url, webhookKey, types }: Subscription,
): Promise<void> {
  requireReceiver(url);
  const apiKeyHash = hashToken(apiKey);
  const changes = {
    url,
    webhookKeyEncrypted: keys.encrypt(webhookKey, rowOf(webhookSubscriptions, apiKeyHash)),
    types: types && [...types],
  };
  await db
    .insert(webhookSubscriptions)
    .values({ id: randomUUID(), studioId, apiKeyHash, isActive: false, ...changes })
    .onConflictDoUpdate({ target: webhookSubscriptions.apiKeyHash, set: changes });
}

/** Switches the events of an integration on; one without subscription has none. */
export async function confirmActivation(
  context: Context,
  studio: Studio,
  apiKey: string,
  meta: PartnerMeta,
): Promise<void> {
  const { db } = context;
  const hash = requestHash(context, 'confirm activation', hashToken(apiKey));
  // It may be done again and again; its key is kept so that no other request can have it.
  await keepMade(context, db, partnerRequest(studio, hash, meta), randomUUID());
  await db
    .update(webhookSubscriptions)
    .set({ isActive: true })
    .where(eq(webhookSubscriptions.apiKeyHash, hashToken(apiKey)));
}
