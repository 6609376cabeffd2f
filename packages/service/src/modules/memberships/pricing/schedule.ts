import { addTerm, dayBefore } from '../../../core/calendar.js';
import type { ScheduleType } from '../contracts/contract-details.js';
import type { FlatFee, PricedModule } from '../offers/offer.js';
import type { Discount } from '../vouchers/voucher.js';
import type { ShapedRuntime } from './bonus.js';
import { type Fee, feesOf } from './fees.js';
import type { Quote, QuoteRequest, ScheduleEntry } from './quote-types.js';
import { adjustForAge, discounted, discountOf, discountOn, split } from './reductions.js';

type Draft = Omit<ScheduleEntry, 'mandatoryOnSigning'>;

/** Everything that falls due in the initial runtime, by date; fees of a day in the order of TYPE_ORDER. */
export function scheduleOf(
  request: QuoteRequest,
  runtime: ShapedRuntime,
  preUse: Quote['preUse'],
): ScheduleEntry[] {
  const { offer, term, signingDate, startDate, voucher } = request;
  const discount = discountOf(voucher);
  const initialUntil = signingDate > startDate ? signingDate : startDate;
  return [
    ...preUseEntries(request, preUse),
    ...contractEntries(request, runtime),
    ...term.flatFees.flatMap((fee) => flatFeeEntries(fee, request, runtime, discount)),
    ...request.modules.flatMap((module) => moduleEntries(module, request, runtime)),
  ]
    .sort(byDateAndType)
    .map((draft) => ({
      ...draft,
      mandatoryOnSigning: offer.requiresInitialPayment && draft.dueDate <= initialUntil,
    }));
}

function preUseEntries(request: QuoteRequest, preUse: Quote['preUse']): Draft[] {
  const { preUse: rule } = request.offer;
  if (preUse === null || rule.type === 'NOT_AVAILABLE') return [];
  return [
    {
      dueDate: request.useFrom,
      paidUntil: dayBefore(request.startDate),
      description: rule.description,
      type: 'CONTRACT_FEE',
      amount: split(preUse.discounted, request.voucher).member,
    },
  ];
}

function contractEntries(request: QuoteRequest, runtime: ShapedRuntime): Draft[] {
  const { term, voucher } = request;
  const periods = discountOf(voucher)?.periods ?? [];
  const fees = feesOf(term.paymentFrequency, runtime.paid)
    .filter(({ dueDate }) => !runtime.free.some(({ start, end }) => start <= dueDate && dueDate < end))
    .map(({ dueDate, amount, paidUntil }): Draft => {
      const discount = discountOn(periods, runtime.payableFrom, dueDate);
      const adjusted = adjustForAge(amount, request);
      const price = discount ? discounted(adjusted, discount) : adjusted;
      return {
        dueDate,
        paidUntil,
        description: term.rateName,
        type: 'CONTRACT_FEE',
        amount: split(price, voucher).member,
      };
    });
  const bonuses = runtime.free
    .filter(({ bonus }) => bonus.displaySeparately)
    .map(({ start, bonus }): Draft => {
      return { dueDate: start, description: bonus.description, type: 'BONUS_PERIOD', amount: 0 };
    });
  return [...fees, ...bonuses];
}

function flatFeeEntries(
  fee: FlatFee,
  { signingDate }: QuoteRequest,
  { paid, payableFrom }: ShapedRuntime,
  discount: Discount | null,
): Draft[] {
  const { name: description, starterPackage, firstBookingDelay } = fee;
  const periods = discount?.flatFees.includes(fee.identifier) ? discount.periods : [];
  const reduce = ({ dueDate, amount }: Fee) => {
    const reduction = discountOn(periods, payableFrom, dueDate);
    return reduction ? discounted(amount, reduction) : amount;
  };
  if (starterPackage) {
    const fees = feesOf(fee.frequency, { start: signingDate, end: paid.end });
    return fees.map((due) => ({
      dueDate: due.dueDate,
      description,
      type: 'STARTER_PACKAGE',
      amount: reduce(due),
    }));
  }
  const start = firstBookingDelay ? addTerm(paid.start, firstBookingDelay) : paid.start;
  if (start >= paid.end) return [];
  return feesOf(fee.frequency, { start, end: paid.end }).map((due) => ({
    dueDate: due.dueDate,
    description,
    type: 'FLAT_FEE',
    amount: reduce(due),
  }));
}

/** From the end of its trial period, when it has one. */
function moduleEntries(
  { name: description, paymentFrequency, trialPeriod }: PricedModule,
  request: QuoteRequest,
  { paid }: ShapedRuntime,
): Draft[] {
  const start = trialPeriod ? addTerm(paid.start, trialPeriod.term) : paid.start;
  if (start >= paid.end) return [];
  return feesOf(paymentFrequency, { start, end: paid.end }).map(({ dueDate, amount, paidUntil }) => ({
    dueDate,
    paidUntil,
    description,
    type: 'MODULE_FEE',
    amount: adjustForAge(amount, request, paymentFrequency),
  }));
}

const TYPE_ORDER: readonly ScheduleType[] = [
  'STARTER_PACKAGE',
  'BONUS_PERIOD',
  'CONTRACT_FEE',
  'FLAT_FEE',
  'MODULE_FEE',
];

function byDateAndType(a: Draft, b: Draft): number {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1;
  return TYPE_ORDER.indexOf(a.type) - TYPE_ORDER.indexOf(b.type);
}
