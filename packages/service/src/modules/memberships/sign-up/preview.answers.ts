import type { Static } from 'typebox';
import { translate } from '../../../core/i18n/translate.js';
import { toMoney } from '../../../core/money.js';
import { type AnswerContext, portionValue, toPaymentFrequency } from '../offers/frequencies.js';
import { toBonusPeriod, toTextBlock, toVolume } from '../offers/offers.answers.js';
import { moduleConsents } from '../offers/offers.js';
import { basePriceOf } from '../pricing/fees.js';
import type { Quote } from '../pricing/quote.js';
import { discounted, discountOf } from '../pricing/reductions.js';
import type { DiscountPeriod, Voucher } from '../vouchers/voucher.js';
import { isRedeemable } from '../vouchers/vouchers.js';
import type { Preview } from './contract-terms.js';
import type { SignupPreview, SwitchPreview } from './signup.schema.js';

/** Returns the message for a member whose code was accepted. */
function voucherMessage({ code }: Voucher, language: string): string {
  return translate(language, 'voucher.applied', { code });
}

/**
 * Converts a preview of a signup.
 *
 * @param codeGiven whether the request contained a voucher code, even an invalid one.
 */
export function toSignupPreview(
  preview: Preview,
  codeGiven: boolean,
  answer: AnswerContext,
): Static<typeof SignupPreview> {
  const { quote, quoteRequest } = preview;
  const { currency } = answer;
  const { voucher, term } = quoteRequest;
  const chosenOptional = quoteRequest.modules.filter(({ id }) =>
    term.optionalModules.some((each) => each.id === id),
  );
  return {
    basePrice: toMoney(quote.basePrice, currency),
    ...(quote.preUse === null ? {} : { preUseCharge: toMoney(quote.preUse.charge, currency) }),
    ...(quote.preUse === null || quote.preUse.charge === quote.preUse.discounted
      ? {}
      : { discountedPreUseCharge: toMoney(quote.preUse.discounted, currency) }),
    ...(voucher ? voucherFields(voucher, preview, answer) : {}),
    ...(codeGiven ? voucherVerdict(voucher, answer) : {}),
    flatFeePreviews: term.flatFees.map((fee) => toFlatFeePreview(fee, preview, answer)),
    selectedOptionalModulesPreviews: chosenOptional.map(({ id, name, paymentFrequency }) => ({
      id,
      name,
      paymentFrequency: toPaymentFrequency(paymentFrequency, answer),
      ...calculationFields(voucher),
    })),
    ...toContractPreview(preview, answer),
  };
}

/** Returns the fields that every preview of a contract has. */
export function toContractPreview(
  { quote, quoteRequest, legalRepresentativeRequired }: Preview,
  answer: AnswerContext,
): Static<typeof SwitchPreview> {
  const { currency } = answer;
  return {
    contractVolumeInformation: toVolume(quote, currency),
    ...(quote.ageAdjustedPrice === null
      ? {}
      : { ageAdjustedPrice: toMoney(quote.ageAdjustedPrice, currency) }),
    moduleConsentTextBlocks: moduleConsents(quoteRequest).map((block) =>
      toTextBlock(block, quoteRequest.offer, answer),
    ),
    paymentPreview: {
      paymentSchedule: quote.schedule.map(({ paidUntil: _, ...entry }) => ({
        ...entry,
        amount: priced(entry.amount, currency),
      })),
      dueOnSigningAmount: priced(quote.dueOnSigning, currency),
    },
    ...(legalRepresentativeRequired ? { legalRepresentativeRequired } : {}),
  };
}

/** Returns an amount with its components. Prices are gross, and the tax rate is not known. */
function priced(minor: number, currency: string) {
  const money = toMoney(minor, currency);
  return { ...money, priceComponents: [{ grossAmount: money.amount }] };
}

/** Returns how the periods of a fee are counted, and the voucher's bonus period. */
function calculationFields(voucher: Voucher | null) {
  const bonus = discountOf(voucher)?.bonusPeriod;
  return {
    paidTimePeriodCalculationType: 'REFERENCE_DATE' as const,
    ...(bonus ? { voucherBonusPeriod: toBonusPeriod(bonus) } : {}),
  };
}

/**
 * Returns whether the sign-up accepts the code. Other fields show the voucher's effect in either case, so that a
 * partner can explain a refusal to the member.
 */
function voucherVerdict(voucher: Voucher | null, { language }: AnswerContext) {
  return voucher && isRedeemable(voucher)
    ? { voucherSuccessMessage: voucherMessage(voucher, language) }
    : { voucherErrorCode: 'INVALID_CODE' as const };
}

function voucherFields(voucher: Voucher, { quote, quoteRequest }: Preview, answer: AnswerContext) {
  const { currency } = answer;
  const discount = discountOf(voucher);
  const periods = (discount?.periods ?? []).map((period, index) => {
    const prices = quote.discountedPrices[index];
    return {
      ...toDiscountPeriod(period, currency),
      ...(prices ? { discountedBasePrice: toMoney(prices.price, currency) } : {}),
      ...(prices && voucher.type === 'COMPANY_FEE_SPLIT'
        ? { companyAmount: toMoney(prices.company, currency), memberAmount: toMoney(prices.member, currency) }
        : {}),
    };
  });
  return {
    voucherType: voucher.type,
    ...(voucher.remarks === undefined ? {} : { voucherRemarks: voucher.remarks }),
    voucherDiscountPeriods: periods,
    voucherTextBlocks: voucher.textBlocks.map((block) => toTextBlock(block, quoteRequest.offer, answer)),
    ...(voucher.type === 'CREDIT' ? { creditValue: toMoney(voucher.credit, currency) } : {}),
    ...(discount?.bonusPeriod ? { voucherBonusPeriod: toBonusPeriod(discount.bonusPeriod) } : {}),
    ...splitFields(voucher, quote, currency),
    ...deprecatedFields(periods[0]),
  };
}

function splitFields(voucher: Voucher, { split, splitWithoutDiscount }: Quote, currency: string) {
  if (voucher.type !== 'COMPANY_FEE_SPLIT' || !split || !splitWithoutDiscount) return {};
  return {
    companyName: voucher.companyName,
    companyFeeSplitType: voucher.share.type,
    companyFeeSplitValue: { amount: portionValue(voucher.share, currency), currency },
    companyAmount: toMoney(split.company, currency),
    memberAmount: toMoney(split.member, currency),
    companyAmountWithoutDiscount: toMoney(splitWithoutDiscount.company, currency),
    memberAmountWithoutDiscount: toMoney(splitWithoutDiscount.member, currency),
  };
}

/** Repeats the first discount period in the fields that older partners use. */
function deprecatedFields(
  first:
    | (ReturnType<typeof toDiscountPeriod> & { discountedBasePrice?: ReturnType<typeof toMoney> })
    | undefined,
) {
  if (!first) return {};
  const { discountType, discountValue, effectivePeriod, effectivePeriodTimeBasedTerm, discountedBasePrice } =
    first;
  return {
    voucherEffectivePeriod: effectivePeriod,
    discountType,
    discountValue,
    ...(effectivePeriodTimeBasedTerm ? { effectivePeriodTimeBasedTerm } : {}),
    ...(discountedBasePrice ? { discountedBasePrice } : {}),
  };
}

function toDiscountPeriod({ discount, effective }: DiscountPeriod, currency: string) {
  return {
    discountType: discount.type,
    discountValue: { amount: portionValue(discount, currency), currency },
    effectivePeriod: effective.type,
    ...(effective.type === 'TIME_BASED' ? { effectivePeriodTimeBasedTerm: effective.term } : {}),
  };
}

function toFlatFeePreview(
  fee: Preview['quoteRequest']['term']['flatFees'][number],
  { quoteRequest, quote }: Preview,
  answer: AnswerContext,
) {
  const discount = discountOf(quoteRequest.voucher);
  const isReduced = discount?.flatFees.includes(fee.identifier) ?? false;
  const price = basePriceOf(fee.frequency, { start: quote.startDate, end: quote.endDate });
  const first = isReduced ? discount?.periods[0] : undefined;
  const reduced = first ? discounted(price, first.discount) : price;
  const paymentFrequency = toPaymentFrequency(fee.frequency, answer);
  const { voucher } = quoteRequest;
  return {
    name: fee.name,
    identifier: fee.identifier,
    paymentFrequency,
    formattedPaymentFrequency: paymentFrequency.formattedPaymentFrequency,
    ...calculationFields(voucher),
    // A company pays a share of the contract's fees only; the member pays the flat fees.
    ...(voucher?.type === 'COMPANY_FEE_SPLIT'
      ? { companyAmount: toMoney(0, answer.currency), memberAmount: toMoney(reduced, answer.currency) }
      : {}),
    ...(isReduced && discount
      ? { discountPeriods: discount.periods.map((period) => toDiscountPeriod(period, answer.currency)) }
      : {}),
    ...(reduced === price ? {} : { discountedPrice: toMoney(reduced, answer.currency) }),
  };
}
