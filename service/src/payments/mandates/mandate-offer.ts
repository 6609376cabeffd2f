import { createHash } from 'node:crypto';
import type { components } from '../../gateway/gateway-types.js';
import { ApiError } from '../../errors/api-error.js';
import { currentText, type MandateText } from './mandate-texts.js';

type Schemas = components['schemas'];
export type MandateOffer = Schemas['MandateOffer'];
type Creditor = Schemas['Creditor'];

export interface MandateOccasion {
  readonly sessionId: string;
  readonly scheme: MandateText['scheme'];
  readonly creditor: Creditor;
  readonly recurrent: boolean;
}

/** At most 35 characters (SEPA), the same for every attempt of a session, and it tells nothing about it. */
export function mandateReference(sessionId: string): string {
  const digest = createHash('sha256').update(`mandate ${sessionId}`).digest('hex');
  return `UPC-${digest.slice(0, 20).toUpperCase()}`;
}

export function offerMandate(
  texts: readonly MandateText[],
  { sessionId, scheme, creditor, recurrent }: MandateOccasion,
  language: string,
): MandateOffer {
  const text = currentText(texts, scheme, language);
  return {
    scheme,
    reference: mandateReference(sessionId),
    version: text.version,
    heading: text.heading,
    language: text.language,
    text: text.paragraphs.map((paragraph) => paragraph.replaceAll('{creditor}', () => creditor.name)),
    paymentType: recurrent ? 'RECURRENT' : 'ONE_OFF',
  };
}

/**
 * The offer that was accepted, made again from what the person hands back.
 *
 * @throws ApiError 400 when nothing was accepted, or something else than what would be offered now.
 */
export function acceptedOffer(
  texts: readonly MandateText[],
  occasion: MandateOccasion,
  acceptance: Schemas['MandateAcceptance'] | undefined,
): MandateOffer {
  if (!acceptance) throw new ApiError('errormessage.payment.mandate.required', 'mandate');
  const offer = offerMandate(texts, occasion, acceptance.language);
  for (const field of ['reference', 'version', 'language'] as const) {
    if (acceptance[field] !== offer[field]) {
      throw new ApiError('errormessage.payment.mandate.outdated', `mandate.${field}`);
    }
  }
  return offer;
}

/** Everything the person read, as one text, to be kept as evidence. */
export function acceptedText(offer: MandateOffer, creditor: Creditor): string {
  const { address } = creditor;
  return [
    offer.heading,
    creditor.name,
    `${address.line1}, ${address.postalCode} ${address.city}, ${address.country}`,
    ...(creditor.creditorIdentifier ? [creditor.creditorIdentifier] : []),
    offer.reference,
    offer.paymentType,
    ...offer.text,
  ].join('\n');
}
