import type { Context } from '../context.js';
import { rowOf } from '../store/row-of.js';
import { webhookSubscriptions } from '../store/membership-tables.js';
import { signatureHeaders } from './signature.js';

export interface PostResult {
  readonly delivered: boolean;
  /** For the studio page. */
  readonly description: string;
}

/** The body of an event (specification, Events). */
export interface Envelope {
  readonly uuid: string;
  readonly entityId: number;
  readonly payload: readonly object[];
}

type Subscription = typeof webhookSubscriptions.$inferSelect;

/** Sends an event to a partner; any 2xx within the time is a receipt. Redirects are not followed. */
export async function post(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { url, boundTo, webhookKeyEncrypted, signingKeyEncrypted }: Subscription,
  envelope: Envelope,
  timeoutMs: number,
): Promise<PostResult> {
  const row = rowOf(webhookSubscriptions, boundTo);
  const body = JSON.stringify(envelope);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-api-key': keys.decrypt(webhookKeyEncrypted, row),
        ...(signingKeyEncrypted !== null &&
          signatureHeaders(keys.decrypt(signingKeyEncrypted, row), {
            id: envelope.uuid,
            sentAt: clock.now(),
            body,
          })),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return { delivered: response.ok, description: `HTTP ${response.status}` };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return {
      delivered: false,
      description: isTimeout ? `no answer within ${timeoutMs / 1000} s` : 'could not be reached',
    };
  }
}
