import type {
  Module,
  Offer,
  OfferTerm,
  PaymentFrequency,
  TextBlock,
} from '../../../modules/memberships/offers/offer.js';
import type { Named, OfferTexts } from './texts.js';

const month = (value: number) => ({ value, unit: 'MONTH' }) as const;

/** Ids of an offer; those of its modules and texts follow from the offer's. */
interface Ids {
  readonly offer: number;
  readonly term: number;
  readonly frequency: number;
}

/** Terms that all offers of a demo studio share. */
interface Seller {
  readonly texts: OfferTexts;
  /** Host name of its web pages. */
  readonly site: string;
  readonly allowedPaymentChoices: Offer['allowedPaymentChoices'];
}

/** An offer over some months that ends by itself, with one price, in minor units. */
export function plain(
  { texts, site, allowedPaymentChoices }: Seller,
  ids: Ids,
  { name, description }: Named,
  price: { readonly months: number; readonly frequency: PaymentFrequency; readonly isDueOnSigning: boolean },
): Offer & { readonly terms: readonly [OfferTerm] } {
  return {
    id: ids.offer,
    name,
    description,
    hasImage: true,
    preUse: { type: 'NOT_AVAILABLE' },
    limitedOfferingPeriod: { startDate: '2025-01-01', endDate: '2035-12-31' },
    rateCodes: [],
    terms: [
      {
        id: ids.term,
        term: month(price.months),
        rateName: name,
        paymentFrequency: price.frequency,
        extension: { type: 'NONE' },
        cancelationStrategy: 'TERM',
        flatFees: [],
        bonusPeriods: [],
        optionalModules: [],
        priceAdjustmentRules: [],
      },
    ],
    includedModules: [],
    selectableModules: [],
    maximumNumberOfSelectableModules: 0,
    contractSignaturesRequired: false,
    allowedPaymentChoices,
    contractTextBlocks: [
      {
        ...textBlock(ids, 1, texts.terms),
        attachment: { type: 'URL', title: texts.terms.name, url: `https://${site}/terms` },
      },
      { ...textBlock(ids, 2, texts.privacy), showCommunicationPrivacyOptions: true },
    ],
    requiresInitialPayment: price.isDueOnSigning,
    timeRestrictions: null,
  };
}

/** A monthly offer with a term of twelve months, automatic renewal, a joining fee and optional modules. */
export function yearly(
  seller: Seller,
  ids: Ids,
  named: Named,
  price: {
    readonly monthly: number;
    readonly joining: number;
    readonly sauna: number;
    readonly coaching: number;
  },
): Offer {
  const { texts } = seller;
  const frequency = (index: number, amount: number) =>
    ({ id: ids.frequency + index, type: 'RECURRING', term: month(1), price: amount }) as const;
  const offer = plain(seller, ids, named, {
    months: 12,
    frequency: frequency(0, price.monthly),
    isDueOnSigning: true,
  });
  const [term] = offer.terms;
  return {
    ...offer,
    terms: [
      {
        ...term,
        extension: { type: 'TERM_EXTENSION', term: month(1), cancelationPeriod: month(1) },
        cancelationPeriod: month(1),
        flatFees: [
          {
            identifier: `FF-START-${ids.offer}`,
            name: texts.starter,
            frequency: { id: null, type: 'NON_RECURRING', price: price.joining },
            starterPackage: true,
          },
        ],
        optionalModules: [
          {
            ...moduleOf(ids, 4, texts.coaching),
            consentTextBlock: textBlock(ids, 3, {
              name: texts.coaching.name,
              description: texts.coachingConsent,
            }),
            paymentFrequency: { id: ids.frequency + 3, type: 'NON_RECURRING', price: price.coaching },
          },
        ],
      },
    ],
    includedModules: [moduleOf(ids, 1, texts.classes)],
    selectableModules: [
      { ...moduleOf(ids, 2, texts.sauna), paymentFrequency: frequency(1, price.sauna) },
      { ...moduleOf(ids, 3, texts.towel), paymentFrequency: { id: ids.frequency + 2, type: 'FREE' } },
    ],
    maximumNumberOfSelectableModules: 2,
  };
}

function moduleOf(ids: Ids, number: number, { name, description }: Named): Module {
  return {
    id: ids.offer + 2000 + number,
    name,
    description,
    hasImage: false,
    extension: { type: 'NONE' },
    rateCodes: [],
  };
}

function textBlock(ids: Ids, order: number, { name, description }: Named): TextBlock {
  return {
    id: ids.offer + 4000 + order,
    title: name,
    text: description,
    order,
    hasSignature: false,
    confirmationRequired: true,
    showCommunicationPrivacyOptions: false,
  };
}
