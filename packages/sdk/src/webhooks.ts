import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { WebhookEvent } from './generated/events/index.js';

export type * from './generated/events/index.js';

/** Reports that an event is not from the service, or is too old or too new to be trusted. Respond with 401. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/** Headers of a request: those of `fetch`, of Node or of a framework. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature of an event and returns the event.
 *
 * The type lists the event types that this version knows. Types may be added later, so give a `switch` over `type` a
 * `default` that ignores them.
 *
 * @param body body exactly as it was received, before any parsing
 * @param signingKey signing key of your integration (`whsec_…`)
 * @throws InvalidSignatureError if the event cannot be trusted
 * @throws TypeError if `signingKey` is not a signing key, or if `body` was parsed before
 */
export function verifyEvent(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  signingKey: string | undefined,
): WebhookEvent {
  const webhook = webhookOf(signingKey);
  try {
    return webhook.verify(textOf(body), signatureHeaders(headers)) as WebhookEvent;
  } catch (error) {
    if (error instanceof WebhookVerificationError)
      throw new InvalidSignatureError(`The event cannot be trusted: ${error.message}.`);
    throw error;
  }
}

function webhookOf(signingKey: unknown): Webhook {
  const invalid = 'signingKey must be the signing key of the integration; it begins with whsec_.';
  if (typeof signingKey !== 'string' || !signingKey.startsWith('whsec_')) throw new TypeError(invalid);
  try {
    return new Webhook(signingKey);
  } catch {
    throw new TypeError(invalid);
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  // A byte order mark is part of what was signed.
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new TypeError('body must be the text or the bytes that were received, not a parsed object.');
}

function signatureHeaders(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])),
  );
}
