import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { keepResult, type KeyedRequest } from '../../core/idempotency/idempotency.js';
import { hashToken } from '../../core/secrets/tokens.js';
import type { Integration } from '../integrations/find-key.js';
import { apiKeys, integrations } from '../integrations/integrations.tables.js';
import { newSigningKey } from './signing-keys.js';
import type { EventType } from './webhook-events.schema.js';
import { webhookSubscriptions } from './webhooks.tables.js';

/** Returns whether an address may receive our keys: https, or http on this machine, without a password in the URL. */
export function isReceiver(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && username === '' && password === ''
  );
}

/**
 * Checks that a partner's address may receive our keys.
 *
 * @throws TypeError for an address that is neither https nor http on this machine, or that contains a password.
 */
export function requireReceiver(url: string): void {
  if (isReceiver(url)) return;
  const { protocol, hostname } = new URL(url);
  throw new TypeError(
    `A partner is reached by https, or by http on this machine, without a password, not at ${protocol}//${hostname}.`,
  );
}

export interface Subscription {
  readonly url: string;
  /** The integration's outbound key, sent as x-api-key with every event. */
  readonly webhookKey: string;
  /** Signs every event (signing-keys.ts). */
  readonly signingKey: string;
  /** null: every type. undefined: the types stay unchanged; a new subscription then has every type. */
  readonly types?: readonly EventType[] | null | undefined;
}

/**
 * Registers the address that receives the events of a studio's integration. Nothing is sent until the integration
 * confirms its activation. An existing subscription is updated and stays active.
 *
 * @throws TypeError like `requireReceiver`.
 */
export async function setSubscription(
  db: Database,
  keys: Context['keys'],
  { id: integrationId, studioId }: Pick<Integration, 'id' | 'studioId'>,
  { url, webhookKey, signingKey, types }: Subscription,
): Promise<void> {
  requireReceiver(url);
  const row = rowOf(webhookSubscriptions, integrationId);
  const changes = {
    url,
    webhookKeyEncrypted: keys.encrypt(webhookKey, row),
    signingKeyEncrypted: keys.encrypt(signingKey, row),
    earlierSigningKeyEncrypted: null,
    earlierKeySignsUntil: null,
    ...(types !== undefined && { types: types && [...types] }),
  };
  await db
    .insert(webhookSubscriptions)
    .values({ id: randomUUID(), studioId, integrationId, isActive: false, ...changes })
    .onConflictDoUpdate({ target: webhookSubscriptions.integrationId, set: changes });
}

/**
 * Registers a receiver for the integration that an API key belongs to, with a new signing key unless one is given.
 *
 * @throws Error when no integration has the key.
 */
export async function subscribe(
  db: Database,
  keys: Context['keys'],
  {
    apiKey,
    ...subscription
  }: Omit<Subscription, 'signingKey'> & { readonly apiKey: string; readonly signingKey?: string },
): Promise<void> {
  const [found] = await db
    .select({ id: integrations.id, studioId: integrations.studioId })
    .from(integrations)
    .innerJoin(apiKeys, eq(apiKeys.integrationId, integrations.id))
    .where(eq(apiKeys.keyHash, hashToken(apiKey)));
  if (!found) throw new Error('No integration has this API key.');
  await setSubscription(db, keys, found, { signingKey: newSigningKey(), ...subscription });
}

/** Activates the events of an integration. Without a subscription, this has no effect. */
export async function confirmActivation(
  context: Context,
  integration: Integration,
  request: KeyedRequest,
): Promise<void> {
  const { db } = context;
  // The operation may be repeated. Its idempotency key is stored so that no other request can use it.
  await keepResult(context, db, request, randomUUID());
  await db
    .update(webhookSubscriptions)
    .set({ isActive: true })
    .where(eq(webhookSubscriptions.integrationId, integration.id));
}
