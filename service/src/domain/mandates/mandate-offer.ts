import { createHash } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import { ApiError } from '../../errors/api-error.js';
import type { Money } from '../money.js';
import { currentText, type MandateText } from './mandate-texts.js';

export type MandateOffer = Schemas['MandateOffer'];
type Creditor = Schemas['Creditor'];

export interface MandateOccasion {
  readonly sessionId: string;
  readonly scheme: MandateText['scheme'];
  readonly creditor: Creditor;
  readonly recurrent: boolean;
  /** What the session is about; a text for a single debit names it. */
  readonly amount: Money;
}

/** What was accepted: the offer as it was shown, and by whom it was made. */
export interface AcceptedOffer {
  readonly creditor: Creditor;
  readonly offer: MandateOffer;
}

/** At most 35 characters (SEPA), the same for every attempt of a session, and it tells nothing about it. */
export function mandateReference(sessionId: string): string {
  const digest = createHash('sha256').update(`mandate ${sessionId}`).digest('hex');
  return `UPC-${digest.slice(0, 20).toUpperCase()}`;
}

export function offerMandate(
  texts: readonly MandateText[],
  occasion: MandateOccasion,
  language: string,
): MandateOffer {
  const { sessionId, scheme, recurrent } = occasion;
  const text = currentText(texts, scheme, language);
  const binding = text.bindingLanguage ? currentText(texts, scheme, text.bindingLanguage) : null;
  return {
    scheme,
    reference: mandateReference(sessionId),
    version: text.version,
    heading: text.heading,
    language: text.language,
    text: paragraphsFor(text, occasion),
    paymentType: recurrent ? 'RECURRENT' : 'ONE_OFF',
    ...(binding && {
      binding: { language: binding.language, text: paragraphsFor(binding, occasion) },
    }),
  };
}

function paragraphsFor(
  { language, paragraphs, oneOffParagraphs }: MandateText,
  { creditor, recurrent, amount: { amount, currency } }: MandateOccasion,
): string[] {
  const values: Readonly<Record<string, () => string>> = {
    creditor: () => creditor.name,
    creditorAddress: () => addressLine(creditor),
    amount: () => new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount),
  };
  const chosen = recurrent ? paragraphs : (oneOffParagraphs ?? paragraphs);
  return chosen.map((paragraph) =>
    paragraph.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.() ?? placeholder),
  );
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
export function acceptedText({ offer, creditor }: AcceptedOffer): string {
  return [
    offer.heading,
    creditor.name,
    addressLine(creditor),
    ...(creditor.creditorIdentifier ? [creditor.creditorIdentifier] : []),
    offer.reference,
    offer.paymentType,
    ...offer.text,
    ...(offer.binding?.text ?? []),
  ].join('\n');
}

export function addressLine({ address }: Pick<Creditor, 'address'>): string {
  const { line1, line2, postalCode, city, state, country } = address;
  const place = [postalCode, city].join(' ');
  return [line1, line2, place, state, country].filter(Boolean).join(', ');
}
