import { createHmac, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { rowOf } from '../../core/database/row-of.js';
import { StaffError } from '../../core/errors/staff-error.js';
import { lockIntegration } from '../integrations/integrations.js';
import type { Studio } from '../studios/studios.tables.js';
import { webhookSubscriptions } from './webhooks.tables.js';

const PREFIX = 'whsec_';
const KEY = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

/** Generates a signing key: `whsec_` and 32 random bytes in base64. */
export function newSigningKey(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

export function isSigningKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * Returns the headers that let a receiver verify who sent a body, when, and that it was not changed. They follow
 * Standard Webhooks (github.com/standard-webhooks), which has libraries for most languages. Each attempt has its own
 * timestamp and one signature per key.
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

/** Time for which the earlier key signs alongside the new one. It covers a working day of the partner. */
const BOTH_SIGN_MS = 24 * 3600_000;

interface RotatedKey {
  /** Shown once, and stored encrypted. */
  readonly signingKey: string;
  /** End of the time in which the earlier key also signs. */
  readonly bothSignUntil: Date;
}

/**
 * Replaces a receiver's signing key. For 24 hours, events carry a signature of the earlier key and one of the new key,
 * so that the partner can switch without losing events. A leaked key must end immediately; for that, use
 * `setSubscription` with new keys.
 *
 * @throws ApiError 404 when the studio has no such integration; StaffError when it has no receiver, or while two keys
 * already sign, because a third would end the first one early.
 */
export async function rotateSigningKey(
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  tx: Database,
  studio: Studio,
  integrationId: number,
): Promise<RotatedKey> {
  await lockIntegration(tx, studio, integrationId);
  const isIts = eq(webhookSubscriptions.integrationId, integrationId);
  const [found] = await tx.select().from(webhookSubscriptions).where(isIts).for('update');
  if (!found)
    throw new StaffError(`Integration ${integrationId} has no receiver. Add one with: webhook add.`);
  const { signingKeyEncrypted, earlierKeySignsUntil } = found;
  const now = clock.now();
  if (earlierKeySignsUntil !== null && earlierKeySignsUntil > now) {
    throw new StaffError(
      `The signing key of integration ${integrationId} was already rotated; the earlier one signs until ` +
        `${earlierKeySignsUntil.toISOString()}. Rotate again after that, or create new keys, which end the earlier ` +
        'ones immediately: webhook add.',
    );
  }
  const signingKey = newSigningKey();
  const bothSignUntil = new Date(now.getTime() + BOTH_SIGN_MS);
  await tx
    .update(webhookSubscriptions)
    .set({
      signingKeyEncrypted: keys.encrypt(signingKey, rowOf(webhookSubscriptions, integrationId)),
      earlierSigningKeyEncrypted: signingKeyEncrypted,
      earlierKeySignsUntil: bothSignUntil,
    })
    .where(isIts);
  return { signingKey, bothSignUntil };
}
