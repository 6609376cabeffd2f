import type { mandates } from '../../../store/schema.js';
import { bankOfIban } from '../../bank-data/bank-of-iban.js';
import { formatSortCode } from '../../bank-details/account-number.js';
import type { PaymentDetails } from '../../bank-details/details.js';
import { addressText, localeOf } from '../../../domain/mandates/mandate-offer.js';
import { supportedLanguage, withoutVariant } from '../../../i18n/languages.js';
import { translate, type TextKey } from '../../../i18n/translate.js';
import type { MandateScheme } from '@upc/contract/gateway';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

/** Paragraphs in one language. */
export interface Passage {
  readonly language: string;
  readonly text: readonly string[];
}

/** A sentence about the passage below it. */
export interface Note {
  readonly language: string;
  readonly text: string;
}

/** The content of a signed mandate, in reading order. */
export interface MandateDocument {
  /** With the region that dates and terms are written in. */
  readonly language: string;
  readonly heading: string;
  readonly creditorName: string;
  readonly acceptedAt: Date;
  readonly agreement: readonly Fact[];
  /** Says that the passage binds, to a reader of another language. */
  readonly note: Note | null;
  readonly passage: Passage;
  /** The promise of the scheme, in the language of the passage. */
  readonly guarantee: { readonly heading: string; readonly items: readonly string[] } | null;
  /** The text that binds, where it is another one, and a sentence that says so. */
  readonly binding: { readonly note: Note; readonly passage: Passage } | null;
  readonly payer: readonly Fact[];
  readonly acceptance: readonly Fact[];
  readonly signature: { readonly label: string; readonly svg: string } | null;
}

type Mandate = typeof mandates.$inferSelect;

/**
 * The document of a stored mandate: what was accepted, who accepted it, with which account, and when.
 *
 * @param details the payer's, decrypted
 * @param timeZone the studio's
 */
export function mandateDocument(
  {
    accepted: { offer, creditor, reader, locale = localeOf(offer.language, undefined, creditor) },
    acceptedAt,
    acceptedTextSha256,
    signature,
  }: Mandate,
  details: PaymentDetails,
  timeZone: string,
): MandateDocument {
  const { language, binding, scheme } = offer;
  const terms = supportedLanguage(locale) ?? language;
  const label = (key: TextKey): string => translate(terms, key, { context: scheme });
  const fact = (key: TextKey, value: string | undefined): Fact[] =>
    value ? [{ label: label(key), value }] : [];
  // Mandates before 2026-11 have the SEPA identifier in the creditor.
  const identifier =
    offer.creditorIdentifier ?? (scheme === 'SEPA' ? creditor.creditorIdentifier : undefined);
  const identifierFact = (name: string | undefined): Fact[] =>
    name && identifier
      ? [{ label: name, value: identifier }]
      : fact('mandate.creditorIdentifier', identifier);
  const bindingNote = (readBy: string): Note => ({
    language: withoutVariant(readBy),
    text: translate(supportedLanguage(readBy) ?? 'en', 'mandate.binding'),
  });
  const isForeign = reader !== undefined && withoutVariant(reader) !== withoutVariant(language);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone });
  return {
    language: locale,
    heading: offer.heading,
    creditorName: creditor.name,
    acceptedAt,
    agreement: [
      ...fact('mandate.creditor', `${creditor.name}, ${addressText(creditor.address, locale)}`),
      ...fact('document.contact', [creditor.email, creditor.phone].filter(Boolean).join(', ')),
      ...identifierFact(offer.creditorIdentifierName),
      ...fact('mandate.reference', offer.reference),
      ...fact('mandate.paymentType', label(`mandate.paymentType.${offer.paymentType}`)),
    ],
    note: isForeign ? bindingNote(reader) : null,
    passage: { language, text: offer.text },
    guarantee: offer.guarantee ?? null,
    binding: binding ? { note: bindingNote(locale), passage: binding } : null,
    payer: payerFacts(scheme, details, locale).flatMap(([key, value]) => fact(key, translated(value, label))),
    acceptance: [
      ...fact('document.acceptedAt', moment.format(acceptedAt)),
      ...fact('document.place', label('document.place.online')),
      ...fact('document.textHash', inGroups(acceptedTextSha256, 16)),
    ],
    signature: signature === null ? null : { label: label('document.signature'), svg: signature },
  };
}

/** A value, or the key of a label that is one. */
type Value = string | undefined | { readonly labels: readonly (TextKey | undefined)[] };

/** The scheme's name for the number of a bank, where its accounts have one beside their own number. */
const BANK_NUMBERS: Readonly<
  Record<MandateScheme, { readonly label: TextKey; readonly format: (digits: string) => string } | null>
> = {
  SEPA: null,
  CH_DD: null,
  LSV: null,
  BACS: { label: 'bacs.sortCode.label', format: formatSortCode },
  ACH: { label: 'ach.routingNumber.label', format: (digits) => digits },
};

function payerFacts(
  scheme: MandateScheme,
  details: PaymentDetails,
  locale: string,
): (readonly [key: TextKey, value: Value])[] {
  const bankNumber = BANK_NUMBERS[scheme];
  const { bankName, bic } = bankOfIban(details.iban ?? '');
  return [
    ['accountHolder.label', details.accountHolder],
    ['sepa.iban.label', inGroups(details.iban ?? '', 4)],
    ['document.bank', [bankName, bic].filter(Boolean).join(', ')],
    ...(bankNumber ? ([[bankNumber.label, bankNumber.format(details.bankLocationId ?? '')]] as const) : []),
    ['bacs.accountNumber.label', details.accountNumber],
    [
      'ach.accountType.label',
      {
        labels: [
          details.accountType && `ach.accountType.${details.accountType}`,
          details.holderType && `ach.holderType.${details.holderType}`,
        ],
      },
    ],
    ['email.label', details.email],
    ['field.address', details.address && addressText(details.address, locale)],
  ];
}

function inGroups(text: string, size: number): string {
  return text.replace(new RegExp(`(.{${size}})(?=.)`, 'g'), '$1 ');
}

function translated(value: Value, label: (key: TextKey) => string): string | undefined {
  if (typeof value !== 'object') return value;
  return value.labels
    .filter((key) => key !== undefined)
    .map((key) => label(key))
    .join(', ');
}
