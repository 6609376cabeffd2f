import { isDeepStrictEqual } from 'node:util';
import type { Static } from 'typebox';
import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import { toMoney } from '../../../core/money.js';
import { type Quote, quote } from '../pricing/quote.js';
import { type AnswerContext, toPaymentFrequency } from './frequencies.js';
import type {
  BonusPeriod,
  Extension,
  FlatFee,
  Module,
  Offer,
  OfferTerm,
  PricedModule,
  TextBlock,
} from './offer.js';
import type {
  BonusPeriodSchema,
  ContractTextBlock,
  ContractVolume,
  MembershipOffer,
  MembershipOfferDetail,
} from './offers.schema.js';

export function toOffer(
  offer: Offer,
  today: CalendarDate,
  answer: AnswerContext,
): Static<typeof MembershipOffer> {
  return {
    ...offerFields(offer, answer),
    terms: offer.terms.map((term) => toTerm(offer, term, today, answer)),
  };
}

export function toOfferDetail(
  offer: Offer,
  today: CalendarDate,
  answer: AnswerContext,
): Static<typeof MembershipOfferDetail> {
  return {
    ...offerFields(offer, answer),
    includedModules: offer.includedModules.map((module) => toModule(module, offer, answer)),
    contractSignaturesRequired: offer.contractSignaturesRequired,
    allowedPaymentChoices: [...offer.allowedPaymentChoices],
    maximumNumberOfSelectableModules: offer.maximumNumberOfSelectableModules,
    contractTextBlocks: offer.contractTextBlocks.map((block) => toTextBlock(block, offer, answer)),
    selectableModules: offer.selectableModules.map((module) => toPricedModule(module, offer, answer)),
    flatFees: flatFeesOf(offer).map((fee) => toFlatFee(fee, answer)),
    terms: offer.terms.map((term) => toTermDetail(offer, term, today, answer)),
    ...(offer.timeRestrictions && {
      timeRestrictions: {
        openingHoursCategory: { ...offer.timeRestrictions.openingHoursCategory },
        availabilities: [...offer.timeRestrictions.availabilities],
      },
    }),
  };
}

function offerFields(offer: Offer, { imageUrl }: AnswerContext) {
  const { id, name, description, subDescription, footnote, limitedOfferingPeriod, rateCodes } = offer;
  return {
    id,
    name,
    description,
    ...(subDescription === undefined ? {} : { subDescription }),
    ...(footnote === undefined ? {} : { footnote }),
    ...(offer.hasImage ? { imageUrl: imageUrl({ offerId: id }) } : {}),
    preUseType: offer.preUse.type,
    limitedOfferingPeriod,
    rateCodes: [...rateCodes],
  };
}

function toTerm(offer: Offer, term: OfferTerm, today: CalendarDate, answer: AnswerContext) {
  const price = standardQuote(offer, term, today);
  return {
    id: term.id,
    term: term.term,
    contractVolumeInformation: toVolume(price, answer.currency),
    paymentFrequency: toPaymentFrequency(term.paymentFrequency, answer),
    ...(term.extension.type === 'NONE' ? {} : { extensionTerm: term.extension.term }),
  };
}

function toTermDetail(offer: Offer, term: OfferTerm, today: CalendarDate, answer: AnswerContext) {
  const { currency } = answer;
  const { extension, cancelationPeriod } = term;
  const start = defaultStart(term, today);
  return {
    ...toTerm(offer, term, today, answer),
    defaultContractStartDate: start,
    defaultContractStartDateOfUse: useFrom(offer, start, today),
    priceAdjustmentRules: [...term.priceAdjustmentRules],
    flatFees: term.flatFees.map((fee) => toFlatFee(fee, answer)),
    ...extensionFields(extension, answer),
    cancelationStrategy: term.cancelationStrategy,
    ...(cancelationPeriod ? { cancelationPeriod } : {}),
    rateBonusPeriods: term.bonusPeriods.map(toBonusPeriod),
    rateStartPrice: toMoney(standardQuote(offer, term, today).basePrice, currency),
    optionalModules: term.optionalModules.map((module) => toPricedModule(module, offer, answer)),
  };
}

function extensionFields(extension: Extension, answer: AnswerContext) {
  if (extension.type === 'NONE') return { extensionType: extension.type };
  const { type, term, cancelationPeriod } = extension;
  return {
    extensionType: type,
    termAfterExtension: term,
    ...(cancelationPeriod ? { extensionCancelationPeriod: cancelationPeriod } : {}),
    ...(type === 'SUBSEQUENT_RATE_DETAIL'
      ? {
          subsequentRate: {
            name: extension.rateName,
            paymentFrequency: toPaymentFrequency(
              { id: null, type: 'RECURRING', term, price: extension.price },
              answer,
            ),
          },
          priceAfterExtension: toMoney(extension.price, answer.currency),
        }
      : { extensionFixedTerm: term }),
  };
}

/** Quotes the price without a voucher or age adjustment, from the default start date. */
function standardQuote(offer: Offer, term: OfferTerm, today: CalendarDate): Quote {
  const startDate = defaultStart(term, today);
  return quote({
    offer,
    term,
    signingDate: today,
    startDate,
    useFrom: startDate,
    dateOfBirth: null,
    voucher: null,
    modules: [],
  });
}

function defaultStart({ defaultStartDelay }: OfferTerm, today: CalendarDate): CalendarDate {
  return defaultStartDelay ? addTerm(today, defaultStartDelay) : today;
}

function useFrom({ preUse }: Offer, start: CalendarDate, today: CalendarDate): CalendarDate {
  if (preUse.type === 'NOT_AVAILABLE' || !preUse.lead) return start;
  const begin = addTerm(start, preUse.lead, -1);
  return begin < today ? today : begin;
}

export function toVolume({ volume }: Quote, currency: string): Static<typeof ContractVolume> {
  return {
    totalContractVolume: toMoney(volume.total, currency),
    averagePaymentVolumePerMonth: toMoney(volume.perMonth, currency),
    averagePaymentVolumePerPaymentFrequencyTerm: toMoney(volume.perPayment, currency),
  };
}

/** Returns the flat fees of all terms, without duplicates. */
function flatFeesOf({ terms }: Offer): FlatFee[] {
  const fees = terms.flatMap((term) => term.flatFees);
  return fees.filter((fee, index) => fees.findIndex((other) => isDeepStrictEqual(other, fee)) === index);
}

function toFlatFee(fee: FlatFee, answer: AnswerContext) {
  const paymentFrequency = toPaymentFrequency(fee.frequency, answer);
  return {
    name: fee.name,
    identifier: fee.identifier,
    paymentFrequency,
    formattedPaymentFrequency: paymentFrequency.formattedPaymentFrequency,
    ...(fee.firstBookingDelay ? { firstBookingDelay: fee.firstBookingDelay } : {}),
    starterPackage: fee.starterPackage,
  };
}

export function toBonusPeriod(bonus: BonusPeriod): Static<typeof BonusPeriodSchema> {
  const { term, termStrategy, displaySeparately, runtimeExtensionType, extendsCancellationPeriod } = bonus;
  return { term, termStrategy, displaySeparately, runtimeExtensionType, extendsCancellationPeriod };
}

function toModule(module: Module, offer: Offer, answer: AnswerContext) {
  const { imageUrl } = answer;
  const { id, name, description, extension, term, cancelationPeriod, trialPeriod, consentTextBlock } = module;
  return {
    id,
    name,
    description,
    ...(module.hasImage ? { imageUrl: imageUrl({ offerId: offer.id, moduleId: id }) } : {}),
    term: {
      extensionType: extension.type,
      ...(term ? { term } : {}),
      ...(cancelationPeriod ? { cancelationPeriod } : {}),
      ...(extension.type === 'NONE' ? {} : { termExtension: extension.term }),
      ...(extension.type !== 'NONE' && extension.cancelationPeriod
        ? { extensionCancelationPeriod: extension.cancelationPeriod }
        : {}),
    },
    ...(trialPeriod
      ? { trialPeriod: { trialPeriod: trialPeriod.term, description: trialPeriod.description } }
      : {}),
    ...(consentTextBlock
      ? { consentTextBlock: { ...toTextBlock(consentTextBlock, offer, answer), rateBundleModuleId: id } }
      : {}),
    rateCodes: [...module.rateCodes],
  };
}

function toPricedModule(module: PricedModule, offer: Offer, answer: AnswerContext) {
  return {
    ...toModule(module, offer, answer),
    paymentFrequency: toPaymentFrequency(module.paymentFrequency, answer),
  };
}

/**
 * Converts a text block for a response.
 *
 * @param offer the offer whose contract contains the text
 */
export function toTextBlock(
  { attachment, ...block }: TextBlock,
  { id: offerId }: Pick<Offer, 'id'>,
  { contractUrl }: AnswerContext,
): Static<typeof ContractTextBlock> {
  return {
    ...block,
    attachmentType: attachment?.type ?? 'NONE',
    ...(attachment?.type === 'URL'
      ? { attachedExternalUrlDto: { title: attachment.title, url: attachment.url } }
      : {}),
    ...(attachment?.type === 'CONTRACT_PDF_PREVIEW'
      ? { attachedDocument: { fileName: `contract-${offerId}.pdf`, url: contractUrl(offerId) } }
      : {}),
  };
}
