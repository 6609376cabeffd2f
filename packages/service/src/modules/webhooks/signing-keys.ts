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

/** Time for which the earlier key signs beside the new one: a working day of the partner is within it. */
const BOTH_SIGN_MS = 24 * 3600_000;

interface RotatedKey {
  /** Told once, kept encrypted. */
  readonly signingKey: string;
  /** Until when the earlier key signs as well. */
  readonly bothSignUntil: Date;
}

/**
 * Gives a receiver another signing key. For 24 hours events carry two signatures, one of the earlier key and one of the new
 * one, so that the partner can change the key without losing events. A key that has leaked has to end at once: that is
 * `setSubscription` with new keys.
 *
 * @throws ApiError 404 when the studio has no such integration; StaffError when it has no receiver, or while two keys sign
 *   already: a third would end the first before its time.
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
    throw new StaffError(`Integration ${integrationId} has no receiver; set one with: webhook add.`);
  const { signingKeyEncrypted, earlierKeySignsUntil } = found;
  const now = clock.now();
  if (earlierKeySignsUntil !== null && earlierKeySignsUntil > now) {
    throw new StaffError(
      `The signing key of integration ${integrationId} was rotated already; the earlier one signs until ` +
        `${earlierKeySignsUntil.toISOString()}. Rotate again after that, or make new keys, which ends the earlier ` +
        'ones at once: webhook add.',
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
