import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** A new signing key: `whsec_` and 32 random bytes in base64. */
export function newSigningKey(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

export function isSigningKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * The headers that let a receiver see who sent a body, when, and that nobody changed it: those of Standard Webhooks
 * (github.com/standard-webhooks), for which there are libraries in most languages. Each try has its own time, and a
 * signature of each key.
 *
 * @param id the event's uuid
 */
export function signatureHeaders(
  signingKeys: readonly string[],
  { id, sentAt, body }: { readonly id: string; readonly sentAt: Date; readonly body: string },
): Record<string, string> {
  const seconds = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = signingKeys.map((signingKey) => {
    const key = Buffer.from(signingKey.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}
