import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Context } from '../../core/context.js';
import { auditRecords } from '../studios/staff/staff.tables.js';
import { webhookSubscriptions } from '../webhooks/webhooks.tables.js';
import { paymentSessions } from './sessions/sessions.tables.js';

/**
 * Checks that the service has the secret that this database was last used with. With a different one, tokens held by
 * pages would be refused and encrypted data would be unreadable.
 *
 * @throws Error when the key id last used is not among those given. That is the key id of the newest session or of a
 * later rotation; before the first session, that of an encrypted webhook key.
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
  // Before the first session there may be webhook receivers with encrypted keys: `<key id>.<ciphertext>`.
  const [receiver] = await db
    .select({ text: webhookSubscriptions.webhookKeyEncrypted })
    .from(webhookSubscriptions)
    .limit(1);
  const ofReceiver = receiver?.text.split('.')[0];
  // After a rotation, perhaps because the earlier secret leaked, the new secret counts even if no session has been
  // opened with it yet.
  const isRotated = rotated && rotated.at >= (newest?.at ?? rotated.at);
  const keyId = (isRotated ? rotated.keyId : newest?.keyId) ?? ofReceiver;
  if (keyId === undefined || keys.ids.includes(keyId)) return;
  throw new Error(
    `This database was last used with another UPC_SECRET (key id ${keyId}; given are ${keys.ids.join(', ')}). ` +
      'Start with that secret, or, to change it, list it in UPC_SECRET_PREVIOUS.',
  );
}
