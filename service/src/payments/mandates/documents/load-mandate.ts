import { eq } from 'drizzle-orm';
import type { Context } from '../../../context.js';
import { mandates, payments, paymentSessions, studios } from '../../../store/schema.js';
import type { PaymentDetails } from '../../bank-details/details.js';
import { mandateDocument, type MandateDocument } from './mandate-document.js';

/** The document of a mandate, or null when there is no such mandate. */
export async function loadMandateDocument(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  id: string,
): Promise<{ document: MandateDocument; reference: string } | null> {
  const [found] = await db
    .select({ mandate: mandates, timeZone: studios.timeZone })
    .from(mandates)
    .innerJoin(payments, eq(payments.id, mandates.paymentId))
    .innerJoin(paymentSessions, eq(paymentSessions.id, payments.sessionId))
    .innerJoin(studios, eq(studios.id, paymentSessions.studioId))
    .where(eq(mandates.id, id));
  if (!found) return null;
  const { mandate, timeZone } = found;
  const details = JSON.parse(keys.decrypt(mandate.payerEncrypted)) as PaymentDetails;
  return { document: mandateDocument(mandate, details, timeZone), reference: mandate.reference };
}
