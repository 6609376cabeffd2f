import { randomUUID } from 'node:crypto';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { inSpan, noteStatus } from '../../core/trace.js';
import { lockIntegration } from '../integrations/integrations.js';
import type { Studio } from '../studios/studios.tables.js';
import { signatureHeaders } from './signing-keys.js';
import { webhookSubscriptions } from './webhooks.tables.js';

export interface PostResult {
  readonly delivered: boolean;
  /** Shown on the studio page. */
  readonly description: string;
}

/** The body of an event (specification, Events). */
export interface Envelope {
  readonly uuid: string;
  readonly entityId: number;
  readonly payload: readonly object[];
}

export type Subscription = typeof webhookSubscriptions.$inferSelect;

/** A signed event, ready to be sent to its receiver. */
export interface SignedEvent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends the request with an event; the global `fetch` is one. */
export type FetchEvent = (url: string, init: RequestInit & { readonly body: string }) => Promise<Response>;

/**
 * Signs an event with the receiver's keys.
 *
 * @throws Error when no configured secret can decrypt those keys.
 */
export function signEvent(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  subscription: Subscription,
  envelope: Envelope,
): SignedEvent {
  const { url, integrationId, webhookKeyEncrypted } = subscription;
  const row = rowOf(webhookSubscriptions, integrationId);
  const body = JSON.stringify(envelope);
  // The receiver compares this time with its own clock.
  const sentAt = clock.outside?.() ?? clock.now();
  const signingKeys = keysAt(subscription, clock.now()).map((encrypted) => keys.decrypt(encrypted, row));
  const headers = {
    'content-type': 'application/json',
    'x-api-key': keys.decrypt(webhookKeyEncrypted, row),
    ...signatureHeaders(signingKeys, { id: envelope.uuid, sentAt, body }),
  };
  return { url, headers, body };
}

/** Returns the encrypted keys that sign at a given time, newest first. */
function keysAt(subscription: Subscription, time: Date): string[] {
  const { signingKeyEncrypted, earlierSigningKeyEncrypted, earlierKeySignsUntil } = subscription;
  const isEarlierGood = earlierKeySignsUntil !== null && time < earlierKeySignsUntil;
  const earlier = isEarlierGood ? earlierSigningKeyEncrypted : null;
  return [signingKeyEncrypted, ...(earlier === null ? [] : [earlier])];
}

/**
 * Sends an event to a partner, in a span without the partner's address. Any 2xx within the timeout counts as received.
 * Redirects are not followed.
 */
export function post(
  event: SignedEvent,
  timeoutMs: number,
  fetchEvent: FetchEvent = fetch,
): Promise<PostResult> {
  return inSpan(
    'POST webhook',
    { 'http.request.method': 'POST' },
    async (span) => {
      const result = await send(event, timeoutMs, fetchEvent);
      if (!result.delivered) span.setStatus({ code: SpanStatusCode.ERROR });
      return result;
    },
    SpanKind.CLIENT,
  );
}

async function send(
  { url, headers, body }: SignedEvent,
  timeoutMs: number,
  fetchEvent: FetchEvent,
): Promise<PostResult> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetchEvent(url, { method: 'POST', redirect: 'manual', headers, body, signal });
    noteStatus(response.status);
    await response.body?.cancel();
    return { delivered: response.ok, description: `HTTP ${response.status}` };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return {
      delivered: false,
      description: isTimeout ? `no response within ${timeoutMs / 1000} s` : 'could not be reached',
    };
  }
}

const TIMEOUT_MS = 5_000;

/**
 * Sends an empty event, signed with its keys, to an integration's receiver, once. The result shows whether the address,
 * the key and the signature check work before real events are sent.
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
    throw new StaffError(`Integration ${integrationId} has no receiver. Add one with: webhook add.`);
  }
  const envelope = { entityId: integrationId, uuid: randomUUID(), payload: [] };
  return post(signEvent(context, subscription, envelope), TIMEOUT_MS);
}
