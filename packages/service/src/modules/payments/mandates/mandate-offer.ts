import { createHash } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import { addressLines } from '@upc/contract/postal-address';
import { ApiError } from '../../../core/errors/api-error.js';
import { remembered } from '../../../core/memo.js';
import type { Money } from '../../../core/money.js';
import { creditorIdentifier } from './creditor.js';
import { currentText, type MandateText } from './mandate-texts.js';

/**
 * Default notice before a debit, in calendar days before the due date. Creditor and payer may agree on another (SEPA
 * Core rulebook, pre-notification).
 */
export const PRE_NOTIFICATION_DAYS = 14;

export type MandateOffer = Schemas['MandateOffer'];
type Creditor = Schemas['Creditor'];

export interface MandateOccasion {
  readonly sessionId: string;
  readonly scheme: MandateText['scheme'];
  readonly creditor: Creditor;
  readonly recurrent: boolean;
  /** The session's amount, which the text for a single debit contains. */
  readonly amount: Money;
}

/** The accepted mandate: the offer as it was shown, and the creditor that made it. */
export interface AcceptedOffer {
  readonly creditor: Creditor;
  readonly offer: MandateOffer;
  /** The locale of dates and terms, such as en-GB. */
  readonly locale: string;
  /** The person's own locale, such as es-ES, whatever the language of the text. */
  readonly reader: string;
}

/**
 * Derives the mandate reference of a session. It has at most 35 characters (SEPA), is the same for every attempt, and
 * reveals nothing about the session. The mandate for a single debit has a different reference, so the reference sent
 * back shows which of the two was read.
 */
export function mandateReference(sessionId: string, recurrent: boolean): string {
  const digest = createHash('sha256')
    .update(`mandate ${recurrent ? '' : 'once '}${sessionId}`)
    .digest('hex');
  return `UPC-${digest.slice(0, 20).toUpperCase()}`;
}

export function offerMandate(
  texts: readonly MandateText[],
  occasion: MandateOccasion,
  language: string,
): MandateOffer {
  const { sessionId, scheme, recurrent, creditor } = occasion;
  const text = currentText(texts, scheme, language);
  const binding = text.bindingLanguage ? currentText(texts, scheme, text.bindingLanguage) : null;
  return {
    scheme,
    reference: mandateReference(sessionId, recurrent),
    version: text.version,
    heading: recurrent ? text.heading : (text.oneOffHeading ?? text.heading),
    language: text.language,
    text: paragraphsFor(text, occasion),
    paymentType: recurrent ? 'RECURRENT' : 'ONE_OFF',
    ...creditorIdentifier(creditor, scheme),
    creditorLines: [
      ...addressLines(creditor.address),
      countryName(creditor.address.country, localeOf(text.language, undefined, creditor)),
      ...[creditor.email, creditor.phone].filter((line) => line !== undefined),
    ],
    ...(text.guarantee && {
      guarantee: {
        heading: text.guarantee.heading,
        items: fill(text.guarantee.items, text.language, occasion),
      },
    }),
    ...(binding && {
      binding: { language: binding.language, text: paragraphsFor(binding, occasion) },
    }),
  };
}

function paragraphsFor(
  { language, paragraphs, oneOffParagraphs }: MandateText,
  occasion: MandateOccasion,
): string[] {
  const chosen = occasion.recurrent ? paragraphs : (oneOffParagraphs ?? paragraphs);
  return fill(chosen, language, occasion);
}

// Creating one of these formatters takes as long as building the rest of a session response, so they are cached.
const daysIn = remembered(
  (locale) => new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
);
const countriesIn = remembered((locale) => new Intl.DisplayNames([locale], { type: 'region' }));

function fill(
  paragraphs: readonly string[],
  language: string,
  { creditor, amount: { amount, currency } }: MandateOccasion,
): string[] {
  const locale = localeOf(language, undefined, creditor);
  const values: Readonly<Record<string, () => string>> = {
    creditor: () => creditor.name,
    creditorAddress: () => addressText(creditor.address, locale),
    creditorEmail: () => creditor.email ?? '',
    statementName: () => creditor.statementName ?? creditor.name,
    noticeDays: () => daysIn(locale).format(creditor.preNotificationDays ?? PRE_NOTIFICATION_DAYS),
    currency: () => currency,
    amount: () => new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount),
  };
  return paragraphs.map((paragraph) =>
    paragraph.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.() ?? placeholder),
  );
}

/**
 * Returns the locale for dates, terms and country names. If the text is in the requested language, this is the
 * requested variant. Otherwise it is the text's language in the creditor's country, so that a British Instruction has
 * no American dates.
 */
export function localeOf(
  language: string,
  asked: string | undefined,
  { address }: Pick<Creditor, 'address'>,
): string {
  const primary = language.split('-')[0] ?? language;
  if (asked?.startsWith(`${primary}-`)) return asked;
  return language === primary ? `${primary}-${address.country}` : language;
}

/**
 * Rebuilds the offer that the person accepted from the values they sent back.
 *
 * @throws ApiError 400 when nothing was accepted, or when the accepted offer differs from the current one.
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

/** Returns everything that the person read as one text, which is stored as evidence. */
export function acceptedText({ offer, creditor }: Pick<AcceptedOffer, 'creditor' | 'offer'>): string {
  const { guarantee, binding } = offer;
  return [
    offer.heading,
    creditor.name,
    ...offer.creditorLines,
    ...(offer.creditorIdentifier ? [offer.creditorIdentifier] : []),
    offer.reference,
    offer.paymentType,
    ...offer.text,
    ...(guarantee ? [guarantee.heading, ...guarantee.items] : []),
    ...(binding?.text ?? []),
  ].join('\n');
}

/** Formats an address on one line in its country's style, with the country's name. */
export function addressText(address: Creditor['address'], locale: string): string {
  return [...addressLines(address), countryName(address.country, locale)].join(', ');
}

function countryName(code: string, locale: string): string {
  return countriesIn(locale).of(code) ?? code;
}
