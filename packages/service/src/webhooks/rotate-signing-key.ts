import { eq } from 'drizzle-orm';
import type { Context, Studio } from '../context.js';
import { StaffError } from '../errors/staff-error.js';
import { lockIntegration } from '../integrations/integrations.js';
import type { Database } from '../store/database.js';
import { webhookSubscriptions } from '../store/membership-tables.js';
import { rowOf } from '../store/row-of.js';
import { newSigningKey } from './signature.js';

/** Time for which the earlier key signs beside the new one: a working day of the partner is within it. */
const BOTH_SIGN_MS = 24 * 3600_000;

interface RotatedKey {
  /** Told once, kept encrypted. */
  readonly signingKey: string;
  /** Until when the earlier key signs as well; null: there was none, as before events were signed. */
  readonly bothSignUntil: Date | null;
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
  const { boundTo, signingKeyEncrypted, earlierKeySignsUntil } = found;
  const now = clock.now();
  if (earlierKeySignsUntil !== null && earlierKeySignsUntil > now) {
    throw new StaffError(
      `The signing key of integration ${integrationId} was rotated already; the earlier one signs until ` +
        `${earlierKeySignsUntil.toISOString()}. Rotate again after that, or make new keys, which ends the earlier ` +
        'ones at once: webhook add.',
    );
  }
  const signingKey = newSigningKey();
  const bothSignUntil = signingKeyEncrypted === null ? null : new Date(now.getTime() + BOTH_SIGN_MS);
  await tx
    .update(webhookSubscriptions)
    .set({
      signingKeyEncrypted: keys.encrypt(signingKey, rowOf(webhookSubscriptions, boundTo)),
      earlierSigningKeyEncrypted: signingKeyEncrypted,
      earlierKeySignsUntil: bothSignUntil,
    })
    .where(isIts);
  return { signingKey, bothSignUntil };
}
