import { createHash } from 'node:crypto';
import type { MandateOffer, MandateScheme } from '@upc/contract/gateway';
import { eq } from 'drizzle-orm';
import type { Context } from '../../../core/context.js';
import type { Drawable } from '../../documents/drawn-documents.js';
import type { MandateDocument } from '../../documents/pdf/pdf-layout.js';
import { studios } from '../../studios/studios.tables.js';
import { payments } from '../payments.tables.js';
import { paymentSessions } from '../sessions/sessions.tables.js';
import { mandateDocument } from './mandate-document.js';
import { mandates } from './mandates.tables.js';
import { SEALED_PAYER } from './sealed-payer.js';

/**
 * The scheme's noun for the document in each language of its texts; other languages use `en`. ASCII, because it is sent
 * in a header.
 */
const NOUNS: Readonly<Record<MandateScheme, { readonly en: string; readonly [language: string]: string }>> = {
  SEPA: { en: 'sepa-mandate' },
  BACS: { en: 'direct-debit-instruction' },
  ACH: { en: 'ach-authorization' },
  BECS: { en: 'direct-debit-request' },
  CH_DD: {
    en: 'debit-authorisation',
    de: 'belastungsermaechtigung',
    fr: 'autorisation-de-debit',
    it: 'autorizzazione-di-addebito',
  },
  LSV: {
    en: 'debit-authorisation',
    de: 'belastungsermaechtigung',
    fr: 'autorisation-de-debit',
    it: 'autorizzazione-di-addebito',
  },
};

/** Returns the file name of a mandate's PDF, such as `direct-debit-instruction-UPC-….pdf`. */
function mandateFileName({ scheme, language, reference }: MandateOffer): string {
  const nouns = NOUNS[scheme];
  return `${nouns[language.split('-')[0] ?? language] ?? nouns.en}-${reference}.pdf`;
}

export interface LoadedMandate extends Drawable<MandateDocument> {
  readonly fileName: string;
}

/** Loads the document of a mandate, or null if the mandate does not exist. */
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
