import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { auditRecords } from '../studios/staff/staff.tables.js';
import { webhookSubscriptions } from '../webhooks/webhooks.tables.js';
import { paymentSessions } from './sessions/sessions.tables.js';

/**
 * Nothing is made with a secret that does not belong to the database: tokens in the hands of pages would be refused, and
 * what is encrypted could not be read.
 *
 * @throws Error when the newest session was opened with a secret that is not among those given, nor the last rotation
 *   made with one that is; before the first session, when the key of a receiver of events was encrypted with another.
 */
export async function requireKnownSecret({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<void> {
  const [newest] = await db
    .select({ keyId: paymentSessions.tokenKeyId, at: paymentSessions.createdAt })
    .from(paymentSessions)
    .orderBy(desc(paymentSessions.createdAt))
    .limit(1);
  const [rotated] = await db
    .select({ at: auditRecords.createdAt, keyId: sql<string | null>`${auditRecords.changed} ->> 'to'` })
    .from(auditRecords)
    .where(and(isNull(auditRecords.studioId), eq(auditRecords.action, 'secret.rotate')))
    .orderBy(desc(auditRecords.id))
    .limit(1);
  // Before the first session there may be receivers, whose keys are encrypted: `<key id>.<ciphertext>`.
  const [receiver] = await db
    .select({ text: webhookSubscriptions.webhookKeyEncrypted })
    .from(webhookSubscriptions)
    .limit(1);
  const ofReceiver = receiver?.text.split('.')[0];
  // Rotated since, perhaps because the earlier one has leaked: no session needs to have been opened with the new one.
  const isRotated = rotated && rotated.at >= (newest?.at ?? rotated.at);
  const keyId = (isRotated ? rotated.keyId : newest?.keyId) ?? ofReceiver;
  if (keyId === undefined || keys.ids.includes(keyId)) return;
  throw new Error(
    `This database was last used with another UPC_SECRET (key id ${keyId}; given are ${keys.ids.join(', ')}). ` +
      'Start with that secret, or, to change it, list it in UPC_SECRET_PREVIOUS.',
  );
}
