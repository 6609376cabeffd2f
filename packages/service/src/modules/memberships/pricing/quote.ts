import {
  addTerm,
  ageOn,
  type CalendarDate,
  dayBefore,
  daysBetween,
  monthsIn,
  type Term,
} from '../../../core/calendar.js';
import type { OngoingFee, ScheduledFee, ScheduleType } from '../contracts/contract-details.js';
import type { Extension, Offer, OfferTerm, PricedModule } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';
import { basePriceOf, dailyBasis, feesOf, type ShapedRuntime, shapeRuntime } from './fees.js';
import {
  ageAdjusted,
  atAge,
  type CompanySplit,
  discounted,
  discountOf,
  memberAmount,
  proportion,
  split,
} from './reductions.js';

/** Everything that a price depends on. */
export interface QuoteRequest {
  readonly offer: Offer;
  readonly term: OfferTerm;
  /** Today in the studio's time zone. */
  readonly signingDate: CalendarDate;
  readonly startDate: CalendarDate;
  /** First day of use, on or before the start of the contract. */
  readonly useFrom: CalendarDate;
  /** null if not known; the price is then not adjusted for age. */
  readonly dateOfBirth: CalendarDate | null;
  readonly voucher: Voucher | null;
  /** The selectable and optional modules that were chosen. */
  readonly modules: readonly PricedModule[];
}

export interface ScheduleEntry extends ScheduledFee {
  readonly mandatoryOnSigning: boolean;
}

/** A price and its parts. All amounts are in minor units. */
export interface Quote {
  readonly startDate: CalendarDate;
  /** The last day of the initial runtime. */
  readonly endDate: CalendarDate;
  readonly basePrice: number;
  /** null if there is no adjustment for this age. */
  readonly ageAdjustedPrice: number | null;
  readonly preUse: { readonly charge: number; readonly discounted: number } | null;
  /** Prices for the voucher's discount periods, in order. */
  readonly discountedPrices: readonly (CompanySplit & { readonly price: number })[];
  readonly split: CompanySplit | null;
  readonly splitWithoutDiscount: CompanySplit | null;
  readonly schedule: readonly ScheduleEntry[];
  /** Fees that continue if the contract is extended. */
  readonly ongoingFees: readonly OngoingFee[];
  readonly volume: { readonly total: number; readonly perMonth: number; readonly perPayment: number };
  readonly dueOnSigning: number;
}

/**
 * Calculates the price of a contract over its initial runtime. Pure: the same request gives the same result.
 *
 * The base price is adjusted for the age at the start, then reduced by the voucher, then by a company's share.
 * `dueOnSigning` is the sum of the entries that the schedule marks as mandatory. If the offer requires the initial
 * payment, these are all fees due until the contract starts, including the first one; otherwise there are none.
 */
export function quote(request: QuoteRequest): Quote {
  const { term, startDate, useFrom, dateOfBirth, voucher } = request;
  const { paymentFrequency } = term;
  const discount = discountOf(voucher);
  const bonusPeriods = [...term.bonusPeriods, ...(discount?.bonusPeriod ? [discount.bonusPeriod] : [])];
  const runtime = shapeRuntime(startDate, term.term, bonusPeriods);
  const age = dateOfBirth === null ? null : ageOn(dateOfBirth, startDate);
  const payments = feesOf(paymentFrequency, runtime.paid).length;
  const basePrice = basePriceOf(paymentFrequency, runtime.paid);
  const adjusted = ageAdjusted(basePrice, paymentFrequency.ageAdjustments, age);
  const discountedPrices = (discount?.periods ?? []).map((period) => {
    const price = discounted(adjusted, period.discount);
    return { price, ...split(price, voucher) };
  });
  const isSplit = voucher?.type === 'COMPANY_FEE_SPLIT';
  const preUse = useFrom < startDate ? preUseCharge(request, runtime, age) : null;
  const charges = chargesOf(request, runtime, age);
  const schedule = scheduleOf(request, runtime, preUse, charges);
  const total = sum(schedule);
  return {
    startDate,
    endDate: dayBefore(runtime.end),
    basePrice,
    ageAdjustedPrice: adjusted === basePrice ? null : adjusted,
    preUse,
    discountedPrices,
    split: isSplit ? split(discountedPrices[0]?.price ?? adjusted, voucher) : null,
    splitWithoutDiscount: isSplit ? split(adjusted, voucher) : null,
    schedule,
    ongoingFees: charges.flatMap((charge) => ongoingFees(charge, runtime)),
    volume: {
      total,
      perMonth: Math.round(total / monthsIn(term.term)),
      perPayment: proportion(total, 1, Math.max(1, payments)),
    },
    dueOnSigning: sum(schedule.filter(({ mandatoryOnSigning }) => mandatoryOnSigning)),
  };
}

/** A module that is booked onto a running contract. */
interface ModuleBooking {
  readonly module: ChargedModule & { readonly term: Term };
  /** The first day that has to be paid for: the day of the booking, or the day after the trial. */
  readonly paidFrom: CalendarDate;
  /** null if the member's age is not known; the price is then not adjusted for age. */
  readonly age: number | null;
}

/** Calculates the price of a module that is booked onto a running contract, over its initial runtime. Pure. */
export function quoteModule({ module, paidFrom, age }: ModuleBooking) {
  const runtime = shapeRuntime(paidFrom, module.term, []);
  const charge = moduleCharge(module, paidFrom, age);
  return {
    endDate: dayBefore(runtime.end),
    basePrice: basePriceOf(module.paymentFrequency, runtime.paid),
    price: basePriceOf(charge.frequency, runtime.paid),
    schedule: entriesOf(charge, runtime, null) satisfies ScheduledFee[],
    ongoingFees: ongoingFees(charge, runtime),
  };
}

/**
 * Calculates the charge for early use by days, at the price of the first period. Whole and partial periods are treated
 * alike.
 */
function preUseCharge(
  { offer, term, useFrom, startDate, voucher }: QuoteRequest,
  { paid }: ShapedRuntime,
  age: number | null,
): Quote['preUse'] {
  if (offer.preUse.type !== 'CHARGEABLE') return { charge: 0, discounted: 0 };
  const { amount, days } = dailyBasis(term.paymentFrequency, paid);
  const adjusted = ageAdjusted(amount, term.paymentFrequency.ageAdjustments, age);
  const charge = proportion(adjusted, daysBetween(useFrom, startDate), days);
  const discount = discountOf(voucher);
  const first = discount?.includesPreUse ? discount.periods[0] : undefined;
  return { charge, discounted: first ? discounted(charge, first.discount) : charge };
}

/**
 * Something that a contract charges fees for. Its extension determines how the fees continue when the contract is
 * extended.
 */
interface Charge extends OngoingFee {
  /** Flat fees continue unchanged. */
  readonly extension: Extension | { readonly type: 'TERM_EXTENSION' };
}

/** Lists what a contract charges for: the contract itself, its flat fees, and the chosen modules. */
function chargesOf(
  { term, modules, signingDate, voucher }: QuoteRequest,
  { paid, payableFrom }: ShapedRuntime,
  age: number | null,
): Charge[] {
  const contract: Charge = {
    description: term.rateName,
    type: 'CONTRACT_FEE',
    frequency: atAge(term.paymentFrequency, age),
    from: paid.start,
    discountFrom: payableFrom,
    extension: term.extension,
  };
  const flatFees = term.flatFees.map((fee): Charge => {
    const { name: description, frequency, firstBookingDelay } = fee;
    const isReduced = discountOf(voucher)?.flatFees.includes(fee.identifier);
    const common = { description, frequency, discountFrom: isReduced ? payableFrom : null };
    if (fee.starterPackage) {
      return { ...common, type: 'STARTER_PACKAGE', from: signingDate, extension: { type: 'NONE' } };
    }
    const from = firstBookingDelay ? addTerm(paid.start, firstBookingDelay) : paid.start;
    return { ...common, type: 'FLAT_FEE', from, extension: { type: 'TERM_EXTENSION' } };
  });
  const ofModules = modules.map((module) => {
    const { trialPeriod } = module;
    return moduleCharge(module, trialPeriod ? addTerm(paid.start, trialPeriod.term) : paid.start, age);
  });
  return [contract, ...flatFees, ...ofModules];
}

type ChargedModule = Pick<PricedModule, 'name' | 'paymentFrequency' | 'extension'>;

function moduleCharge(
  { name: description, paymentFrequency, extension }: ChargedModule,
  from: CalendarDate,
  age: number | null,
): Charge {
  const frequency = atAge(paymentFrequency, age);
  return { description, type: 'MODULE_FEE', frequency, from, discountFrom: null, extension };
}

type Draft = Omit<ScheduleEntry, 'mandatoryOnSigning'>;

/**
 * Lists everything that falls due in the initial runtime, by date. Fees of the same day are in the order of TYPE_ORDER.
 */
function scheduleOf(
  request: QuoteRequest,
  runtime: ShapedRuntime,
  preUse: Quote['preUse'],
  charges: readonly Charge[],
): ScheduleEntry[] {
  const { offer, signingDate, startDate, voucher } = request;
  const initialUntil = signingDate > startDate ? signingDate : startDate;
  return [
    ...preUseEntries(request, preUse),
    ...bonusEntries(runtime),
    ...charges.flatMap((charge) => entriesOf(charge, runtime, voucher)),
  ]
    .sort(byDateAndType)
    .map((draft) => ({
      ...draft,
      mandatoryOnSigning: offer.requiresInitialPayment && draft.dueDate <= initialUntil,
    }));
}

function preUseEntries(
  { offer, useFrom, startDate, voucher }: QuoteRequest,
  preUse: Quote['preUse'],
): Draft[] {
  if (preUse === null || offer.preUse.type === 'NOT_AVAILABLE') return [];
  return [
    {
      dueDate: useFrom,
      paidUntil: dayBefore(startDate),
      description: offer.preUse.description,
      type: 'CONTRACT_FEE',
      amount: split(preUse.discounted, voucher).member,
    },
  ];
}

function bonusEntries({ free }: ShapedRuntime): Draft[] {
  return free
    .filter(({ bonus }) => bonus.displaySeparately)
    .map(({ start, bonus }) => ({
      dueDate: start,
      description: bonus.description,
      type: 'BONUS_PERIOD',
      amount: 0,
    }));
}

/** Lists the fees of a charge in the initial runtime. Free time waives only the fees of the contract itself. */
function entriesOf(charge: Charge, { paid, free }: ShapedRuntime, voucher: Voucher | null): Draft[] {
  const { description, type, frequency, from } = charge;
  if (from >= paid.end) return [];
  const isForTime = type === 'CONTRACT_FEE' || type === 'MODULE_FEE';
  return feesOf(frequency, { start: from, end: paid.end })
    .filter(
      ({ dueDate }) =>
        type !== 'CONTRACT_FEE' || !free.some(({ start, end }) => start <= dueDate && dueDate < end),
    )
    .map((fee) => ({
      dueDate: fee.dueDate,
      ...(isForTime ? { paidUntil: fee.paidUntil } : {}),
      description,
      type,
      amount: memberAmount(fee, charge, voucher, 'INITIAL'),
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

/** Returns the fee with which a charge continues after the initial runtime; none if the charge ends. */
function ongoingFees({ extension, ...charge }: Charge, { paid, end }: ShapedRuntime): OngoingFee[] {
  switch (extension.type) {
    case 'NONE':
      return [];
    case 'TERM_EXTENSION':
      // Free time after the paid part interrupts the payment rhythm, so it restarts.
      return [{ ...charge, from: paid.end === end ? charge.from : end }];
    case 'SUBSEQUENT_RATE_DETAIL': {
      // A subsequent rate has one payment per term.
      const { rateName: description, term, price } = extension;
      return [{ ...charge, description, frequency: { id: null, type: 'RECURRING', term, price }, from: end }];
    }
  }
}

function sum(entries: readonly { readonly amount: number }[]): number {
  return entries.reduce((total, { amount }) => total + amount, 0);
}
