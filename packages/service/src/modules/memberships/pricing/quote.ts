import { dayBefore, daysBetween, monthsIn } from '../../../core/calendar.js';
import type { Discount } from '../vouchers/voucher.js';
import { type ShapedRuntime, shapeRuntime } from './bonus.js';
import { basePriceOf, dailyBasis, feesOf } from './fees.js';
import { ongoingFees } from './ongoing-fees.js';
import type { Quote, QuoteRequest } from './quote-types.js';
import {
  adjustForAge,
  ageAdjusted,
  ageAtStart,
  discounted,
  discountOf,
  proportion,
  split,
} from './reductions.js';
import { scheduleOf } from './schedule.js';

/**
 * The price of a contract over its initial runtime. Pure: the same request gives the same answer.
 *
 * Order: the base price, adjusted for the age at the start, reduced by the voucher, less the share of a
 * company. `dueOnSigning` is what the schedule marks: where the offer requires the initial payment, all that
 * falls due until the contract starts, the first fee included; else nothing.
 */
export function quote(request: QuoteRequest): Quote {
  const { term, startDate, voucher } = request;
  const discount = discountOf(voucher);
  const bonusPeriods = [...term.bonusPeriods, ...(discount?.bonusPeriod ? [discount.bonusPeriod] : [])];
  const runtime = shapeRuntime(startDate, term.term, bonusPeriods);
  const pricing = basePricing(request, runtime);
  const schedule = scheduleOf(request, runtime, pricing.preUse);
  const total = sum(schedule);
  const payments = feesOf(term.paymentFrequency, runtime.paid).length;
  return {
    startDate,
    endDate: dayBefore(runtime.end),
    ...pricing,
    schedule,
    ongoingFees: ongoingFees(request, runtime),
    volume: {
      total,
      perMonth: Math.round(total / monthsIn(term.term)),
      perPayment: proportion(total, 1, Math.max(1, payments)),
    },
    dueOnSigning: sum(schedule.filter(({ mandatoryOnSigning }) => mandatoryOnSigning)),
  };
}

function basePricing(request: QuoteRequest, runtime: ShapedRuntime) {
  const { term, voucher, useFrom, startDate } = request;
  const frequency = term.paymentFrequency;
  const basePrice = basePriceOf(frequency, runtime.paid);
  const adjusted = ageAdjusted(basePrice, frequency.ageAdjustments, ageAtStart(request));
  const discount = discountOf(voucher);
  const discountedPrices = (discount?.periods ?? []).map((period) => {
    const price = discounted(adjusted, period.discount);
    return { price, ...split(price, voucher) };
  });
  const isSplit = voucher?.type === 'COMPANY_FEE_SPLIT';
  return {
    basePrice,
    ageAdjustedPrice: adjusted === basePrice ? null : adjusted,
    preUse: useFrom < startDate ? preUseCharge(request, runtime, discount) : null,
    discountedPrices,
    split: isSplit ? split(discountedPrices[0]?.price ?? adjusted, voucher) : null,
    splitWithoutDiscount: isSplit ? split(adjusted, voucher) : null,
  };
}

/** By days: whole and partial periods alike, at the price of the first period. */
function preUseCharge(request: QuoteRequest, runtime: ShapedRuntime, discount: Discount | null) {
  if (request.offer.preUse.type !== 'CHARGEABLE') return { charge: 0, discounted: 0 };
  const { amount, days } = dailyBasis(request.term.paymentFrequency, runtime.paid);
  const adjusted = adjustForAge(amount, request);
  const charge = proportion(adjusted, daysBetween(request.useFrom, request.startDate), days);
  const first = discount?.includesPreUse ? discount.periods[0] : undefined;
  return { charge, discounted: first ? discounted(charge, first.discount) : charge };
}

function sum(entries: readonly { readonly amount: number }[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
