import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTerm, type Term } from '../../../core/calendar.js';
import { aModule, aRequest, aTerm, aVoucher } from '../offers/an-offer.fixture.js';
import type { BonusPeriod, FlatFee, PaymentFrequency, Portion } from '../offers/offer.js';
import type { DiscountPeriod, VoucherEffect } from '../vouchers/voucher.js';
import { quote, type QuoteRequest } from './quote.js';

const price = fc.integer({ min: 0, max: 1_000_000 });
const term: fc.Arbitrary<Term> = fc.oneof(
  fc.record({ value: fc.integer({ min: 1, max: 24 }), unit: fc.constant('MONTH' as const) }),
  fc.record({ value: fc.integer({ min: 7, max: 200 }), unit: fc.constant('DAY' as const) }),
  fc.record({ value: fc.integer({ min: 1, max: 52 }), unit: fc.constant('WEEK' as const) }),
  fc.record({ value: fc.integer({ min: 1, max: 2 }), unit: fc.constant('YEAR' as const) }),
);
const portion = (least: number): fc.Arbitrary<Portion> =>
  fc.oneof(
    fc.record({
      type: fc.constant('ABSOLUTE' as const),
      amount: fc.integer({ min: least * 100, max: 500_000 }),
    }),
    fc.record({
      type: fc.constant('PERCENTAGE' as const),
      basisPoints: fc.integer({ min: least, max: 15_000 }),
    }),
  );
const ageAdjustments = fc.array(
  fc.record({
    startAge: fc.integer({ min: 0, max: 60 }),
    endAge: fc.integer({ min: 0, max: 120 }),
    adjustment: portion(-15_000),
  }),
  { maxLength: 3 },
);
const frequency: fc.Arbitrary<PaymentFrequency> = fc.oneof(
  fc.record({ id: fc.constant(1), type: fc.constant('FREE' as const) }),
  fc.record({ id: fc.constant(1), type: fc.constant('NON_RECURRING' as const), price, ageAdjustments }),
  fc.record({ id: fc.constant(1), type: fc.constant('RECURRING' as const), term, price, ageAdjustments }),
  fc.record({
    id: fc.constant(1),
    type: fc.constant('MONTH_DAY' as const),
    recurring: fc.boolean(),
    days: fc.array(
      fc.record({
        month: fc.integer({ min: 1, max: 12 }),
        dayOfMonth: fc.integer({ min: 1, max: 31 }),
        price,
      }),
      { maxLength: 4 },
    ),
  }),
  fc.record({
    id: fc.constant(1),
    type: fc.constant('TERM_BASED' as const),
    recurring: fc.boolean(),
    term,
    steps: fc.array(fc.record({ after: term, price }), { maxLength: 4 }),
  }),
);
const flatFee: fc.Arbitrary<FlatFee> = fc.record(
  {
    identifier: fc.constantFrom('A', 'B'),
    name: fc.constant('Fee'),
    frequency,
    starterPackage: fc.boolean(),
    firstBookingDelay: term,
  },
  { requiredKeys: ['identifier', 'name', 'frequency', 'starterPackage'] },
);
const bonusPeriod: fc.Arbitrary<BonusPeriod> = fc.record({
  term,
  termStrategy: fc.constantFrom('CONTRACT_START', 'END_OF_CURRENT_TERM', 'START_OF_NEXT_TERM'),
  runtimeExtensionType: fc.constantFrom('WITH_EXTENSION', 'WITHOUT_EXTENSION'),
  displaySeparately: fc.boolean(),
  extendsCancellationPeriod: fc.boolean(),
  description: fc.constant('Bonus'),
});
const discountPeriod: fc.Arbitrary<DiscountPeriod> = fc.record({
  discount: portion(0),
  effective: fc.oneof(
    fc.record({ type: fc.constantFrom('UNLIMITED' as const, 'INITIAL_TERM' as const) }),
    fc.record({ type: fc.constant('TIME_BASED' as const), term }),
  ),
});
const discount = fc.record({
  periods: fc.array(discountPeriod, { maxLength: 3 }),
  includesPreUse: fc.boolean(),
  flatFees: fc.subarray(['A', 'B']),
});
const voucherEffect: fc.Arbitrary<VoucherEffect> = fc.oneof(
  fc.record({ type: fc.constant('CREDIT' as const), credit: price }),
  discount.map((record): VoucherEffect => ({ type: 'DISCOUNT', ...record })),
  fc.record({
    type: fc.constant('COMPANY_FEE_SPLIT' as const),
    companyName: fc.constant('Nordwerk'),
    share: portion(0),
    discount,
  }),
  fc.constant({ type: 'CHECKIN' } as const),
  fc.constant({ type: 'CONTRACT' } as const),
);

const signingDate = '2026-11-21';
const request: fc.Arbitrary<QuoteRequest> = fc
  .record({
    term: fc.record({
      term,
      paymentFrequency: frequency,
      flatFees: fc.array(flatFee, { maxLength: 3 }),
      bonusPeriods: fc.array(bonusPeriod, { maxLength: 2 }),
    }),
    startsAfter: fc.integer({ min: 0, max: 500 }),
    preUseDays: fc.integer({ min: 0, max: 60 }),
    preUseType: fc.constantFrom('FREE' as const, 'CHARGEABLE' as const),
    requiresInitialPayment: fc.boolean(),
    age: fc.integer({ min: 0, max: 40_000 }),
    voucher: fc.option(voucherEffect),
    modules: fc.array(frequency, { maxLength: 2 }),
  })
  .map(
    ({ startsAfter, preUseDays, preUseType, requiresInitialPayment, age, voucher, modules, term: parts }) => {
      const day = { value: 1, unit: 'DAY' } as const;
      const startDate = addTerm(signingDate, day, startsAfter);
      return aRequest({
        signingDate,
        startDate,
        useFrom: addTerm(startDate, day, -Math.min(preUseDays, startsAfter)),
        dateOfBirth: addTerm(startDate, day, -age),
        term: aTerm(parts),
        voucher: voucher && aVoucher(voucher),
        modules: modules.map((module) => aModule(module)),
        offerChanges: { requiresInitialPayment, preUse: { type: preUseType, description: 'Before' } },
      });
    },
  );

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe('whatever the offer, the person and the voucher', () => {
  const holds = (property: (given: QuoteRequest) => void) => fc.assert(fc.property(request, property));

  it('the schedule adds up to the volume', () =>
    holds((given) => {
      const { schedule, volume } = quote(given);
      expect(sum(schedule.map(({ amount }) => amount))).toBe(volume.total);
    }));

  it('due on signing is what the schedule marks, and nothing without the option', () =>
    holds((given) => {
      const { schedule, dueOnSigning } = quote(given);
      const marked = schedule.filter(({ mandatoryOnSigning }) => mandatoryOnSigning);
      expect(dueOnSigning).toBe(sum(marked.map(({ amount }) => amount)));
      if (!given.offer.requiresInitialPayment) expect(marked).toEqual([]);
    }));

  it('no amount is below zero or a fraction of a minor unit', () =>
    holds((given) => {
      const { schedule, discountedPrices, preUse, split, volume } = quote(given);
      const amounts = [
        ...schedule.map(({ amount }) => amount),
        ...discountedPrices.flatMap(({ price: reduced, company, member }) => [reduced, company, member]),
        ...(preUse ? [preUse.charge, preUse.discounted] : []),
        ...(split ? [split.company, split.member] : []),
        ...[volume.total, volume.perMonth, volume.perPayment],
      ];
      expect(amounts.filter((amount) => !Number.isSafeInteger(amount) || amount < 0)).toEqual([]);
    }));

  it('a discount never raises what is to be paid', () =>
    holds((given) => {
      const without = given.voucher ? { ...given, voucher: null } : given;
      expect(quote(given).volume.total).toBeLessThanOrEqual(quote(without).volume.total);
    }));

  it('every entry is due between signing and the end, in order', () =>
    holds((given) => {
      const { schedule, endDate } = quote(given);
      const dates = schedule.map(({ dueDate }) => dueDate);
      expect(dates).toEqual([...dates].sort());
      expect(dates.filter((date) => date < signingDate || date > endDate)).toEqual([]);
    }));

  it('the same input gives the same answer', () =>
    holds((given) => {
      const before = structuredClone(given);
      expect(quote(given)).toEqual(quote(given));
      expect(given).toEqual(before);
    }));
});
