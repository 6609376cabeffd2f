import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../context.js';
import { mandates, payments, paymentSessions, studios } from '../../../store/schema.js';
import { SEALED_PAYER } from '../../../store/sealed-columns.js';
import type { Drawable } from '../../../documents/drawn-documents.js';
import { mandateFileName } from './file-name.js';
import { mandateDocument, type MandateDocument } from './mandate-document.js';

export interface LoadedMandate extends Drawable<MandateDocument> {
  readonly fileName: string;
}

/** The document of a mandate, or null when there is no such mandate. */
export async function loadMandateDocument(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  id: string,
): Promise<LoadedMandate | null> {
  const [found] = await db
    .select({ mandate: mandates, timeZone: studios.timeZone })
    .from(mandates)
    .innerJoin(payments, eq(payments.id, mandates.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(eq(mandates.id, id));
  if (!found) return null;
  const { mandate, timeZone } = found;
  const details = SEALED_PAYER.open(keys, mandate.id, mandate.payerEncrypted);
  const document = mandateDocument(mandate, details, timeZone);
  const version = createHash('sha256').update(JSON.stringify(document)).digest('hex');
  return { document, fileName: mandateFileName(mandate.accepted.offer), version };
}
