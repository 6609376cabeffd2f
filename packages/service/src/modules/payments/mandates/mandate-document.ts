import type { MandateScheme } from '@upc/contract/gateway';
import { supportedLanguage, withoutVariant } from '../../../core/i18n/languages.js';
import { type TextKey, translate } from '../../../core/i18n/translate.js';
import { type Fact, type MandateDocument, type Note, taggedPdf } from '../../documents/pdf/pdf-layout.js';
import { formatSortCode } from '../bank-details/account-number.js';
import { formatBsb } from '../bank-details/becs.js';
import { bankOfIban } from '../bank-details/bank-of-iban.js';
import type { PaymentDetails } from '../bank-details/details.js';
import { addressText } from './mandate-offer.js';
import type { mandates } from './mandates.tables.js';

type Mandate = typeof mandates.$inferSelect;

/**
 * Builds the document of a stored mandate: what was accepted, by whom, with which account, and when.
 *
 * @param details the payer's, decrypted
 * @param timeZone the studio's
 */
export function mandateDocument(
  { accepted: { offer, creditor, reader, locale }, acceptedAt, acceptedTextSha256, signature }: Mandate,
  details: PaymentDetails,
  timeZone: string,
): MandateDocument {
  const { language, binding, scheme } = offer;
  const terms = supportedLanguage(locale) ?? language;
  const label = (key: TextKey): string => translate(terms, key, { context: scheme });
  const fact = (key: TextKey, value: string | undefined): Fact[] =>
    value ? [{ label: label(key), value }] : [];
  const identifier = offer.creditorIdentifier;
  const identifierFact = (name: string | undefined): Fact[] =>
    name && identifier
      ? [{ label: name, value: identifier }]
      : fact('mandate.creditorIdentifier', identifier);
  const bindingNote = (readBy: string): Note => ({
    language: withoutVariant(readBy),
    text: translate(supportedLanguage(readBy) ?? 'en', 'mandate.binding'),
  });
  const isForeign = withoutVariant(reader) !== withoutVariant(language);
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

/** A value, or the keys of labels whose texts form one. */
type Value = string | undefined | { readonly labels: readonly (TextKey | undefined)[] };

/** The scheme's label and format for a bank number, if its accounts have one in addition to the account number. */
const BANK_NUMBERS: Readonly<
  Record<MandateScheme, { readonly label: TextKey; readonly format: (digits: string) => string } | null>
> = {
  SEPA: null,
  CH_DD: null,
  LSV: null,
  BACS: { label: 'bacs.sortCode.label', format: formatSortCode },
  ACH: { label: 'ach.routingNumber.label', format: (digits) => digits },
  BECS: { label: 'becs.bsb.label', format: formatBsb },
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

/** Draws a mandate as a PDF. */
export function mandatePdf(mandate: MandateDocument): Promise<Buffer> {
  const { language, heading, creditorName: author, acceptedAt: madeAt } = mandate;
  return taggedPdf({ language, heading, author, madeAt }, (pen) => {
    pen.facts(mandate.agreement);
    if (mandate.note) pen.note(mandate.note);
    pen.passage(mandate.passage);
    if (mandate.guarantee) pen.guarantee(mandate.guarantee);
    if (mandate.binding) {
      pen.note(mandate.binding.note);
      pen.passage(mandate.binding.passage);
    }
    pen.facts([...mandate.payer, ...mandate.acceptance]);
    if (mandate.signature) pen.signature(mandate.signature.label, mandate.signature.svg);
  });
}
