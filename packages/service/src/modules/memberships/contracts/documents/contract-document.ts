import { isDeepStrictEqual } from 'node:util';
import { supportedLanguage } from '../../../../core/i18n/languages.js';
import type { TextKey } from '../../../../core/i18n/translate.js';
import type { Customer } from '../../../customers/customers.js';
import type { Fact, Passage } from '../../../documents/pdf/pdf-layout.js';
import { addressText, localeOf } from '../../../payments/mandates/mandate-offer.js';
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
import { type Contract, signedModules, signedTerm } from '../contracts.js';
import { contractWords, type ContractWords } from './contract-words.js';

/** The modules that can be chosen of an offer, each where its price holds. */
interface OfferedModules {
  /** For one price whatever the term: the offer's own, and those that all terms offer alike. */
  readonly ofAllTerms: readonly PricedModule[];
  /** Those of one term that other terms do not offer, or for another price. */
  readonly ofTerm: (term: OfferTerm) => readonly PricedModule[];
  /** Texts that they ask consent to, each once. */
  readonly consents: readonly TextBlock[];
}

/** @param price in words: modules are the same for readers who see the same of them. */
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

/** A part of a contract below its heading. Names and texts of the studio are in the studio's language. */
interface Part {
  readonly heading: { readonly text: string; readonly language: string } | null;
  readonly facts: readonly Fact[];
  readonly passage: Passage | null;
  /** null: none is asked for. Without `svg` it is a line to sign on. */
  readonly signature: { readonly label: string; readonly svg: string | null } | null;
}

/** The content of a contract's PDF, in reading order. */
export interface ContractDocument {
  readonly language: string;
  readonly heading: string;
  readonly studioName: string;
  readonly madeAt: Date;
  /** The note that nothing has been signed yet. */
  readonly note: string | null;
  readonly parts: readonly Part[];
}

/** A contract that somebody has signed. */
export interface SignedContract {
  readonly contract: Contract;
  readonly customer: Pick<Customer, 'firstName' | 'lastName' | 'profile'>;
}

interface Writing {
  readonly words: ContractWords;
  readonly language: string;
  readonly studio: Studio;
}

/** The contract as it is before anybody signs it: every term and every module that can be chosen, and lines to sign on. */
export function offeredContract(studio: Studio, offer: Offer, asked: string, madeAt: Date): ContractDocument {
  const writing = writingOf(studio, asked);
  const { label } = writing.words;
  const modules = offeredModules(offer, writing.words.price);
  const consents = [...moduleConsents({ offer, modules: [] }), ...modules.consents];
  return document(writing, madeAt, {
    note: label('contract.preview'),
    parts: [
      parties(writing, offer, [{ label: label('contract.customer'), value: label('contract.signer') }]),
      ...offer.terms.map((term) => termPart(writing, term, modules.ofTerm(term))),
      ...moduleParts(writing, offer.includedModules, modules.ofAllTerms),
      ...textParts(writing, [...offer.contractTextBlocks, ...consents], () => null),
      ...(offer.contractSignaturesRequired ? [signaturePart(writing, null)] : []),
    ],
  });
}

/** The contract as it was signed: the offer of that day, what was chosen of it, what it costs, and the signatures. */
export function signedContract(
  studio: Studio,
  { contract, customer }: SignedContract,
  asked: string,
): ContractDocument {
  const writing = writingOf(studio, asked);
  const { words } = writing;
  const { details, startDate, createdAt } = contract;
  const { offer, textBlockSignatures, contractSignature } = details;
  const term = signedTerm(contract);
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
      termPart(writing, { ...term, paymentFrequency: signedPrice(contract) }, []),
      ...moduleParts(writing, offer.includedModules, modules),
      schedulePart(writing, details.schedule),
      ...textParts(
        writing,
        blocks,
        (block) => textBlockSignatures.find(({ textBlockId }) => textBlockId === block.id)?.svg ?? 'NONE',
      ),
      ...(contractSignature === undefined ? [] : [signaturePart(writing, contractSignature)]),
    ],
  });
}

function writingOf(studio: Studio, asked: string): Writing {
  const language = localeOf(supportedLanguage(asked) ?? 'en', undefined, studio.creditor);
  return { studio, language, words: contractWords(asked, language, studio) };
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

function memberText({ profile, ...named }: SignedContract['customer'], locale: string): string {
  // An erased customer whose contract is kept has a name alone.
  const known: Partial<NonNullable<Customer['profile']>> = profile ?? named;
  const { firstName, lastName, street, houseNumber, zipCode, city, countryCode } = known;
  const region =
    countryCode && (new Intl.DisplayNames([locale], { type: 'region' }).of(countryCode) ?? countryCode);
  const lines = [[firstName, lastName], [street, houseNumber], [zipCode, city], [region]].map((line) =>
    line.filter(Boolean).join(' '),
  );
  return lines.filter(Boolean).join(', ') || '–';
}

/** The member's price for the term: of one price, that for the age at its start; of several, all with their ages. */
function signedPrice(contract: Contract): PaymentFrequency {
  const { basePrice, ageAdjustedPrice } = contract.details;
  const { paymentFrequency } = signedTerm(contract);
  if (paymentFrequency.type !== 'RECURRING' && paymentFrequency.type !== 'NON_RECURRING')
    return paymentFrequency;
  const { ageAdjustments: _, ...frequency } = paymentFrequency;
  return { ...frequency, price: ageAdjustedPrice ?? basePrice };
}

/** @param modules that can be chosen with this term alone, or for another price than with others. */
function termPart({ words, studio }: Writing, term: OfferTerm, modules: readonly PricedModule[]): Part {
  const { extension, cancelationPeriod } = term;
  const texts = [
    ...term.priceAdjustmentRules.map(({ defaultDescription }) => defaultDescription),
    ...term.bonusPeriods.map(({ description }) => description),
  ];
  const fact = (key: TextKey, value: string | null): Fact[] =>
    value === null ? [] : [{ label: words.label(key), value }];
  return {
    ...EMPTY,
    heading: { text: term.rateName, language: studio.language },
    facts: [
      ...fact('contract.term', words.term(term.term)),
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

/** @param signatureOf null: a line to sign on; NONE: it was left out. */
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
