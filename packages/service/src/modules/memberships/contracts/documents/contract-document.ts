import { isDeepStrictEqual } from 'node:util';
import { supportedLanguage } from '../../../../core/i18n/languages.js';
import { type TextKey, translate } from '../../../../core/i18n/translate.js';
import type { Customer } from '../../../customers/customers.js';
import type { Fact, Passage } from '../../../documents/pdf/pdf-layout.js';
import { addressText, localeOf } from '../../../payments/mandates/mandate-offer.js';
import { type TransferCode, transferCode } from '../../../payments/transfers/transfer-code.js';
import { settingsOf } from '../../../studios/settings/studio-settings.js';
import type { Studio } from '../../../studios/studios.tables.js';
import type {
  Module,
  Offer,
  OfferTerm,
  PaymentFrequency,
  PricedModule,
  TextBlock,
} from '../../offers/offer.js';
import { moduleConsents, textBlocksOf } from '../../offers/offers.js';
import type { LegalRepresentative } from '../contract-details.js';
import { type Contract, signedModules, signedTerm } from '../contracts.js';
import { bonusPeriodsOf } from '../signed-terms.js';
import { contractWords, type ContractWords } from './contract-words.js';

/** The modules that can be chosen with an offer, grouped by where their prices apply. */
interface OfferedModules {
  /** Modules with the same price in every term: the offer's own, and those that all terms offer at the same price. */
  readonly ofAllTerms: readonly PricedModule[];
  /** Returns the modules of one term that other terms do not offer, or offer at another price. */
  readonly ofTerm: (term: OfferTerm) => readonly PricedModule[];
  /** The modules' consent texts, without duplicates. */
  readonly consents: readonly TextBlock[];
}

/**
 * Groups the modules of an offer.
 *
 * @param price formats a price. Modules that look the same to readers are treated as the same.
 */
function offeredModules(
  { terms, selectableModules }: Pick<Offer, 'terms' | 'selectableModules'>,
  price: (frequency: PaymentFrequency) => string,
): OfferedModules {
  const isAmong = (modules: readonly PricedModule[], { id, name, paymentFrequency }: PricedModule) =>
    modules.some(
      (other) =>
        other.id === id && other.name === name && price(other.paymentFrequency) === price(paymentFrequency),
    );
  const common = (terms[0]?.optionalModules ?? []).filter(
    (module) =>
      !isAmong(selectableModules, module) &&
      terms.every(({ optionalModules }) => isAmong(optionalModules, module)),
  );
  const ofAllTerms = [...selectableModules, ...common];
  const consents = [...selectableModules, ...terms.flatMap(({ optionalModules }) => optionalModules)].flatMap(
    ({ consentTextBlock }) => consentTextBlock ?? [],
  );
  return {
    ofAllTerms,
    ofTerm: ({ optionalModules }) => optionalModules.filter((module) => !isAmong(ofAllTerms, module)),
    consents: consents.filter(
      (block, index) => consents.findIndex((other) => isDeepStrictEqual(other, block)) === index,
    ),
  };
}

/** A part of a contract with an optional heading. Names and texts from the studio are in the studio's language. */
interface Part {
  readonly heading: { readonly text: string; readonly language: string } | null;
  readonly facts: readonly Fact[];
  readonly passage: Passage | null;
  /** null if no signature is required. If `svg` is null, the part shows a line to sign on. */
  readonly signature: { readonly label: string; readonly svg: string | null } | null;
  /** The code of a transfer; `label` describes it for assistive technology. */
  readonly code?: { readonly label: string; readonly content: TransferCode };
}

/** The content of a contract's PDF, in reading order. */
export interface ContractDocument {
  readonly language: string;
  readonly heading: string;
  readonly studioName: string;
  readonly madeAt: Date;
  /** A note that nothing has been signed yet; null for signed contracts. */
  readonly note: string | null;
  readonly parts: readonly Part[];
}

/** A signed contract and its customer. */
export interface SignedContract {
  readonly contract: Contract;
  readonly customer: Pick<Customer, 'firstName' | 'lastName' | 'profile' | 'paymentMethod' | 'studioId'>;
}

/** What a contract's document needs besides the contract. */
export interface DocumentRequest {
  readonly studio: Studio;
  /** Preferred language of the texts; English if it is not supported. */
  readonly asked: string;
  /** Address of the service for browsers. */
  readonly publicUrl: string;
}

interface Writing {
  readonly words: ContractWords;
  readonly language: string;
  readonly studio: Studio;
  /** Address of the page on which members of the studio withdraw from a contract. */
  readonly withdrawalPage: string;
}

/** Builds the contract as it is before signing: every term, every module that can be chosen, and lines to sign on. */
export function offeredContract(request: DocumentRequest, offer: Offer, madeAt: Date): ContractDocument {
  const writing = writingOf(request);
  const { label, term } = writing.words;
  const { days } = settingsOf(writing.studio).withdrawal;
  const modules = offeredModules(offer, writing.words.price);
  const consents = [...moduleConsents({ offer, modules: [] }), ...modules.consents];
  return document(writing, madeAt, {
    note: label('contract.preview'),
    parts: [
      parties(writing, offer, [{ label: label('contract.customer'), value: label('contract.signer') }]),
      ...offer.terms.map((one) => termPart(writing, one, modules.ofTerm(one))),
      ...moduleParts(writing, offer.includedModules, modules.ofAllTerms),
      withdrawalPart(
        writing,
        { label: label('contract.withdrawal.period'), value: term({ value: days, unit: 'DAY' }) },
        ['contract.withdrawal.right'],
      ),
      ...textParts(writing, [...offer.contractTextBlocks, ...consents], () => null),
      ...(offer.contractSignaturesRequired ? [signaturePart(writing, null)] : []),
    ],
  });
}

/** Builds the contract as it was signed: the offer of that day, the choices, the costs and the signatures. */
export function signedContract(
  request: DocumentRequest,
  { contract, customer }: SignedContract,
): ContractDocument {
  const writing = writingOf(request);
  const { words } = writing;
  const { details, startDate, createdAt } = contract;
  const { offer, textBlockSignatures, contractSignature, legalRepresentative } = details;
  const term = signedTerm(contract);
  const bonusPeriods = bonusPeriodsOf(contract);
  const modules = signedModules(contract);
  const blocks = textBlocksOf({ offer, modules, voucher: details.voucher ?? null });
  return document(writing, createdAt, {
    note: null,
    parts: [
      parties(writing, offer, [
        { label: words.label('contract.customer'), value: memberText(customer, writing.language) },
        { label: words.label('contract.number'), value: String(contract.id) },
        { label: words.label('contract.start'), value: words.day(startDate) },
        { label: words.label('document.acceptedAt'), value: words.moment(createdAt) },
      ]),
      termPart(writing, { ...term, bonusPeriods, paymentFrequency: signedPrice(contract) }, []),
      ...moduleParts(writing, offer.includedModules, modules),
      schedulePart(writing, details.schedule),
      ...signedWithdrawalParts(writing, details),
      ...textParts(
        writing,
        blocks,
        (block) => textBlockSignatures.find(({ textBlockId }) => textBlockId === block.id)?.svg ?? 'NONE',
      ),
      ...(contractSignature === undefined ? [] : [signaturePart(writing, contractSignature)]),
      ...(legalRepresentative ? [representativePart(writing, legalRepresentative, createdAt)] : []),
      ...transferParts(writing, { contract, customer }),
    ],
  });
}

function writingOf({ studio, asked, publicUrl }: DocumentRequest): Writing {
  const supported = supportedLanguage(asked) ?? 'en';
  const language = localeOf(supported, undefined, studio.creditor);
  const withdrawalPage = new URL(`/contracts/withdraw/${studio.id}?lang=${supported}`, publicUrl).href;
  return { studio, language, words: contractWords(asked, language, studio), withdrawalPage };
}

function document(
  { words, language, studio }: Writing,
  madeAt: Date,
  content: Pick<ContractDocument, 'note' | 'parts'>,
): ContractDocument {
  return { language, heading: words.label('contract.heading'), studioName: studio.name, madeAt, ...content };
}

const EMPTY = { heading: null, facts: [], passage: null, signature: null } satisfies Part;

function parties({ words, studio, language }: Writing, offer: Offer, about: readonly Fact[]): Part {
  const { name, address, email, phone } = studio.creditor;
  const contact = [email, phone].filter(Boolean).join(', ');
  return {
    ...EMPTY,
    facts: [
      { label: words.label('contract.studio'), value: `${name}, ${addressText(address, language)}` },
      ...(contact ? [{ label: words.label('document.contact'), value: contact }] : []),
      ...about,
      { label: words.label('contract.membership'), value: offer.name },
    ],
    passage: { language: studio.language, text: [offer.description, offer.footnote ?? []].flat() },
  };
}

function memberText(
  { profile, ...named }: Pick<Customer, 'firstName' | 'lastName' | 'profile'>,
  locale: string,
): string {
  // An erased customer whose contract is retained has only a name.
  const known: Partial<NonNullable<Customer['profile']>> = profile ?? named;
  const { firstName, lastName, street, houseNumber, zipCode, city, countryCode } = known;
  const region =
    countryCode && (new Intl.DisplayNames([locale], { type: 'region' }).of(countryCode) ?? countryCode);
  const lines = [[firstName, lastName], [street, houseNumber], [zipCode, city], [region]].map((line) =>
    line.filter(Boolean).join(' '),
  );
  return lines.filter(Boolean).join(', ') || '–';
}

/**
 * Returns the member's price for the term. A single price is the one for the member's age at the start; several prices
 * are returned with all their age adjustments.
 */
function signedPrice(contract: Contract): PaymentFrequency {
  const { basePrice, ageAdjustedPrice } = contract.details;
  const { paymentFrequency } = signedTerm(contract);
  if (paymentFrequency.type !== 'RECURRING' && paymentFrequency.type !== 'NON_RECURRING')
    return paymentFrequency;
  const { ageAdjustments: _, ...frequency } = paymentFrequency;
  return { ...frequency, price: ageAdjustedPrice ?? basePrice };
}

/**
 * Builds the part about a term.
 *
 * @param modules the modules that only this term offers, or that it offers at another price.
 */
function termPart({ words, studio }: Writing, term: OfferTerm, modules: readonly PricedModule[]): Part {
  const { extension, cancelationPeriod, bonusPeriods } = term;
  const free = bonusPeriods.filter(
    ({ runtimeExtensionType, termStrategy }) =>
      runtimeExtensionType === 'WITH_EXTENSION' && termStrategy !== 'START_OF_NEXT_TERM',
  );
  const initial = [term.term, ...free.map((bonus) => bonus.term)].map((part) => words.term(part)).join(' + ');
  const texts = [
    ...term.priceAdjustmentRules.map(({ defaultDescription }) => defaultDescription),
    ...bonusPeriods.map(({ description }) => description),
  ];
  const fact = (key: TextKey, value: string | null): Fact[] =>
    value === null ? [] : [{ label: words.label(key), value }];
  return {
    ...EMPTY,
    heading: { text: term.rateName, language: studio.language },
    facts: [
      ...fact('contract.term', initial),
      ...fact('contract.price', words.price(term.paymentFrequency)),
      ...term.flatFees.map(({ name, frequency }) => ({ label: name, value: words.price(frequency) })),
      ...fact('contract.extension', words.extension(extension)),
      ...fact('contract.notice', cancelationPeriod ? words.term(cancelationPeriod) : null),
      ...modules.flatMap(({ name, paymentFrequency }) =>
        fact('contract.modules.optional', `${name}: ${words.price(paymentFrequency)}`),
      ),
    ],
    passage: texts.length ? { language: studio.language, text: texts } : null,
  };
}

function moduleParts(
  { words, language }: Writing,
  included: readonly Module[],
  optional: readonly PricedModule[],
): Part[] {
  const part = (key: TextKey, facts: readonly Fact[]): Part[] =>
    facts.length ? [{ ...EMPTY, heading: { text: words.label(key), language }, facts }] : [];
  return [
    ...part(
      'contract.modules.included',
      included.map(({ name, description }) => ({ label: name, value: description })),
    ),
    ...part(
      'contract.modules.optional',
      optional.map(({ name, paymentFrequency }) => ({ label: name, value: words.price(paymentFrequency) })),
    ),
  ];
}

function schedulePart({ words, language }: Writing, schedule: Contract['details']['schedule']): Part {
  return {
    ...EMPTY,
    heading: { text: words.label('contract.schedule'), language },
    facts: schedule.map(({ dueDate, description, amount }) => ({
      label: words.day(dueDate),
      value: `${words.money(amount)}, ${description}`,
    })),
  };
}

/**
 * Builds the part about the right of withdrawal and the page on which members use it, which the contract's confirmation
 * must name (Art. 6(1)(h) and 8(7) of Directive 2011/83/EU).
 *
 * @param until how long the right lasts
 */
function withdrawalPart(
  { words, language, withdrawalPage }: Writing,
  until: Fact,
  texts: readonly TextKey[],
): Part {
  return {
    ...EMPTY,
    heading: { text: words.label('contract.withdrawal'), language },
    facts: [
      until,
      { label: words.label('contract.withdrawal.page'), value: withdrawalPage, isAddress: true },
    ],
    passage: { language, text: texts.map((key) => words.label(key)) },
  };
}

/** Builds the part about the right to withdraw from a signed contract; none if it was not made online. */
function signedWithdrawalParts(writing: Writing, details: Contract['details']): Part[] {
  const { withdrawableUntil, earlyStartRequested } = details;
  if (withdrawableUntil === undefined) return [];
  const { label, day } = writing.words;
  return [
    withdrawalPart(writing, { label: label('contract.withdrawal.lastDay'), value: day(withdrawableUntil) }, [
      'contract.withdrawal.right',
      earlyStartRequested ? 'contract.withdrawal.earlyStart' : 'contract.withdrawal.noEarlyStart',
    ]),
  ];
}

/**
 * Builds the parts for text blocks.
 *
 * @param signatureOf returns the signature's SVG, null for a line to sign on, or NONE if the signature was omitted.
 */
function textParts(
  { words, studio: { language } }: Writing,
  blocks: readonly TextBlock[],
  signatureOf: (block: TextBlock) => string | null,
): Part[] {
  return [...blocks]
    .sort((one, other) => one.order - other.order)
    .map((block) => {
      const { title, text, attachment, hasSignature } = block;
      const svg = hasSignature ? signatureOf(block) : 'NONE';
      return {
        ...EMPTY,
        heading: { text: title, language },
        facts: attachment?.type === 'URL' ? [{ label: attachment.title, value: attachment.url }] : [],
        passage: { language, text: text.split('\n').filter(Boolean) },
        signature: svg === 'NONE' ? null : { label: words.label('document.signature'), svg },
      };
    });
}

function signaturePart({ words }: Writing, svg: string | null): Part {
  return { ...EMPTY, signature: { label: words.label('document.signature'), svg } };
}

function representativePart(
  { words, language }: Writing,
  { firstName, lastName, signature: svg }: LegalRepresentative,
  agreedAt: Date,
): Part {
  const name = `${firstName} ${lastName}`;
  return {
    ...EMPTY,
    facts: [
      { label: words.label('contract.legalRepresentative'), value: name },
      { label: words.label('document.acceptedAt'), value: words.moment(agreedAt) },
    ],
    passage: { language, text: [words.label('contract.legalRepresentative.consent')] },
    // The name tells this signature from the member's.
    signature: { label: `${words.label('document.signature')}: ${name}`, svg },
  };
}

/** Name of the bank code by currency. */
const BANK_CODES: Readonly<Record<string, TextKey>> = {
  AUD: 'bankTransfer.bsb',
  GBP: 'bacs.sortCode.label',
  USD: 'ach.routingNumber.label',
};

/**
 * Builds the part about the account to which a member transfers the fees; none for other payment methods. A Swiss bill
 * fills the bottom of a page, so this part comes last.
 */
function transferParts({ words, language, studio }: Writing, { contract, customer }: SignedContract): Part[] {
  const { transferAccount: account, creditor, currency } = studio;
  // The account of the studio that signed is not the one to pay to once the member has moved.
  const isPayer = customer.paymentMethod === 'BANK_TRANSFER' && customer.studioId === studio.id;
  if (!account || !isPayer) return [];
  const { accountHolder } = account;
  // The studio reads the reference.
  const reference = `${translate(studio.language, 'contract.number')} ${contract.id}`;
  // The fees have different amounts, so the member enters each of them.
  const code = transferCode({ account, address: creditor.address, amount: 0, currency, reference });
  const facts: readonly (readonly [key: TextKey, value: string | undefined])[] = [
    ['accountHolder.label', accountHolder],
    ['sepa.iban.label', account.iban?.replace(/.{4}(?=.)/g, '$& ')],
    [BANK_CODES[currency] ?? 'bankTransfer.bankCode', account.bankLocationId],
    ['bacs.accountNumber.label', account.accountNumber],
    ['bankTransfer.bic', account.bic],
    ['bankTransfer.bank', account.bankName],
    ['bankTransfer.reference', reference],
  ];
  const texts = [
    words.label('bankTransfer.info.save', { creditor: accountHolder }),
    ...(code ? [words.label('bankTransfer.qr')] : []),
  ];
  return [
    {
      ...EMPTY,
      heading: { text: words.label('method.BANK_TRANSFER'), language },
      facts: facts.flatMap(([key, value]) => (value ? [{ label: words.label(key), value }] : [])),
      passage: { language, text: texts },
      ...(code && { code: { label: words.label('bankTransfer.qr.save', { accountHolder }), content: code } }),
    },
  ];
}
