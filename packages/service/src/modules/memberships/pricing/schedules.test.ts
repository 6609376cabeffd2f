import { describe, expect, it } from 'vitest';
import {
  aRequest,
  aTerm,
  aVoucher,
  lines,
  months,
  recurring,
  starterPackage,
  weeks,
} from '../offers/an-offer.fixture.js';
import type { PaymentFrequency } from '../offers/offer.js';
import { quote, type QuoteRequest } from './quote.js';

interface Row {
  readonly what: string;
  readonly request: QuoteRequest;
  readonly schedule: readonly string[];
  /** Total, per month, per payment, and due on signing, in minor units. */
  readonly volume: readonly [number, number, number, number];
  readonly endDate?: string;
}

/** Expected schedules, calculated by hand. The simple cases are in sign-up/preview.test.ts. */
const ROWS: readonly Row[] = [
  {
    what: 'RECURRING: 12 weeks, every four; averages by the year of 365.25 days',
    request: aRequest({
      startDate: '2027-01-04',
      term: aTerm({
        term: weeks(12),
        paymentFrequency: { id: 1, type: 'RECURRING', term: weeks(4), price: 3990 },
      }),
    }),
    schedule: [
      '2027-01-04 CONTRACT_FEE 39.90 *',
      '2027-02-01 CONTRACT_FEE 39.90',
      '2027-03-01 CONTRACT_FEE 39.90',
    ],
    // 84 days are 2.759754 months; 11970 / 2.759754 = 4337.34
    volume: [11970, 4337, 3990, 3990],
    endDate: '2027-03-28',
  },
  {
    what: 'RECURRING: twice a year over two years',
    request: aRequest({
      term: aTerm({
        term: { value: 2, unit: 'YEAR' },
        paymentFrequency: { id: 1, type: 'RECURRING', term: months(6), price: 19900 },
      }),
    }),
    schedule: [
      '2026-12-01 CONTRACT_FEE 199.00 *',
      '2027-06-01 CONTRACT_FEE 199.00',
      '2027-12-01 CONTRACT_FEE 199.00',
      '2028-06-01 CONTRACT_FEE 199.00',
    ],
    volume: [79600, 3317, 19900, 19900],
    endDate: '2028-11-30',
  },
  {
    what: 'MONTH_DAY: every 1 January and 1 July for two years; nothing before the first of them',
    request: aRequest({
      term: aTerm({
        term: months(24),
        paymentFrequency: {
          id: 1,
          type: 'MONTH_DAY',
          recurring: true,
          days: [
            { month: 7, dayOfMonth: 1, price: 10000 },
            { month: 1, dayOfMonth: 1, price: 12000 },
          ],
        },
      }),
    }),
    schedule: [
      '2027-01-01 CONTRACT_FEE 120.00',
      '2027-07-01 CONTRACT_FEE 100.00',
      '2028-01-01 CONTRACT_FEE 120.00',
      '2028-07-01 CONTRACT_FEE 100.00',
    ],
    volume: [44000, 1833, 11000, 0],
  },
  {
    what: 'MONTH_DAY: not recurring, each day once; the start itself counts',
    request: aRequest({
      startDate: '2027-01-01',
      term: aTerm({
        term: months(24),
        paymentFrequency: {
          id: 1,
          type: 'MONTH_DAY',
          recurring: false,
          days: [
            { month: 1, dayOfMonth: 1, price: 12000 },
            { month: 7, dayOfMonth: 1, price: 10000 },
          ],
        },
      }),
    }),
    schedule: ['2027-01-01 CONTRACT_FEE 120.00 *', '2027-07-01 CONTRACT_FEE 100.00'],
    volume: [22000, 917, 11000, 12000],
  },
  {
    what: 'MONTH_DAY: 29 February in years that have none',
    request: aRequest({
      startDate: '2027-02-01',
      term: aTerm({
        term: months(24),
        paymentFrequency: {
          id: 1,
          type: 'MONTH_DAY',
          recurring: true,
          days: [{ month: 2, dayOfMonth: 29, price: 5000 }],
        },
      }),
    }),
    schedule: ['2027-02-28 CONTRACT_FEE 50.00', '2028-02-29 CONTRACT_FEE 50.00'],
    volume: [10000, 417, 5000, 0],
  },
  {
    what: 'TERM_BASED: not recurring, half now and half after six months; a price after the end never',
    request: aRequest({
      term: aTerm({
        paymentFrequency: {
          id: 1,
          type: 'TERM_BASED',
          recurring: false,
          term: months(6),
          steps: [
            { after: months(0), price: 20000 },
            { after: months(6), price: 18000 },
            { after: months(12), price: 99900 },
          ],
        },
      }),
    }),
    schedule: ['2026-12-01 CONTRACT_FEE 200.00 *', '2027-06-01 CONTRACT_FEE 180.00'],
    volume: [38000, 3167, 19000, 20000],
  },
  {
    what: 'flat fees: one after three months, one twice a year',
    request: aRequest({
      term: aTerm({
        paymentFrequency: { id: 1, type: 'NON_RECURRING', price: 39900 },
        flatFees: [
          {
            identifier: 'CARD',
            name: 'Card',
            frequency: { id: 2, type: 'NON_RECURRING', price: 990 },
            starterPackage: false,
            firstBookingDelay: months(3),
          },
          {
            identifier: 'CARE',
            name: 'Care',
            frequency: { id: 3, type: 'RECURRING', term: months(6), price: 1500 },
            starterPackage: false,
          },
        ],
      }),
    }),
    schedule: [
      '2026-12-01 CONTRACT_FEE 399.00 *',
      '2026-12-01 FLAT_FEE 15.00 *',
      '2027-03-01 FLAT_FEE 9.90',
      '2027-06-01 FLAT_FEE 15.00',
    ],
    volume: [43890, 3658, 43890, 41400],
  },
  {
    what: 'pre-use, free',
    request: aRequest({
      useFrom: '2026-11-21',
      term: aTerm({ term: months(1) }),
      offerChanges: { preUse: { type: 'FREE', description: 'Use before the start' } },
    }),
    schedule: ['2026-11-21 CONTRACT_FEE 0.00 *', '2026-12-01 CONTRACT_FEE 39.90 *'],
    volume: [3990, 3990, 3990, 3990],
  },
  {
    what: 'bonus of a month at the start that extends the runtime: the paid months follow it',
    request: aRequest({
      term: aTerm({
        term: months(2),
        bonusPeriods: [
          {
            term: months(1),
            termStrategy: 'CONTRACT_START',
            runtimeExtensionType: 'WITH_EXTENSION',
            displaySeparately: true,
            extendsCancellationPeriod: false,
            description: 'December is free',
          },
        ],
      }),
    }),
    schedule: [
      '2026-12-01 BONUS_PERIOD 0.00 *',
      '2027-01-01 CONTRACT_FEE 39.90',
      '2027-02-01 CONTRACT_FEE 39.90',
    ],
    volume: [7980, 3990, 3990, 0],
    endDate: '2027-02-28',
  },
  {
    what: 'bonus of a month at the end within the runtime: its fee is waived',
    request: aRequest({
      term: aTerm({
        term: months(3),
        bonusPeriods: [
          {
            term: months(1),
            termStrategy: 'END_OF_CURRENT_TERM',
            runtimeExtensionType: 'WITHOUT_EXTENSION',
            displaySeparately: false,
            extendsCancellationPeriod: false,
            description: 'Last month free',
          },
        ],
      }),
    }),
    schedule: ['2026-12-01 CONTRACT_FEE 39.90 *', '2027-01-01 CONTRACT_FEE 39.90'],
    volume: [7980, 2660, 2660, 3990],
    endDate: '2027-02-28',
  },
  {
    what: 'age: 20 % less below 18 at the start, which is the birthday',
    request: aRequest({
      dateOfBirth: '2009-12-01',
      term: aTerm({
        term: months(1),
        paymentFrequency: {
          ...recurring(3990),
          ageAdjustments: [
            { startAge: 0, endAge: 16, adjustment: { type: 'ABSOLUTE', amount: -2000 } },
            { startAge: 17, endAge: 17, adjustment: { type: 'PERCENTAGE', basisPoints: -2000 } },
          ],
        },
      }),
    }),
    schedule: ['2026-12-01 CONTRACT_FEE 31.92 *'],
    volume: [3192, 3192, 3192, 3192],
  },
  {
    what: 'discount: half for two months, then 33.33 % for one, then none; the starter package is reduced too',
    request: aRequest({
      term: aTerm({ term: months(4), flatFees: [starterPackage(2900)] }),
      voucher: aVoucher({
        type: 'DISCOUNT',
        includesPreUse: false,
        flatFees: ['STARTER'],
        periods: [
          {
            discount: { type: 'PERCENTAGE', basisPoints: 5000 },
            effective: { type: 'TIME_BASED', term: months(2) },
          },
          {
            discount: { type: 'PERCENTAGE', basisPoints: 3333 },
            effective: { type: 'TIME_BASED', term: months(1) },
          },
        ],
      }),
    }),
    schedule: [
      '2026-11-21 STARTER_PACKAGE 14.50 *',
      '2026-12-01 CONTRACT_FEE 19.95 *',
      '2027-01-01 CONTRACT_FEE 19.95',
      '2027-02-01 CONTRACT_FEE 26.60',
      '2027-03-01 CONTRACT_FEE 39.90',
    ],
    volume: [12090, 3023, 3023, 3445],
  },
  {
    what: 'discount: more than the price leaves nothing to pay, and no credit',
    request: aRequest({
      term: aTerm({ term: months(2) }),
      voucher: aVoucher({
        type: 'DISCOUNT',
        includesPreUse: false,
        flatFees: [],
        periods: [{ discount: { type: 'ABSOLUTE', amount: 5000 }, effective: { type: 'INITIAL_TERM' } }],
      }),
    }),
    schedule: ['2026-12-01 CONTRACT_FEE 0.00 *', '2027-01-01 CONTRACT_FEE 0.00'],
    volume: [0, 0, 0, 0],
  },
  {
    what: 'company: pays 40 % of what is left after 10 % discount',
    request: aRequest({
      term: aTerm({ term: months(2) }),
      voucher: aVoucher({
        type: 'COMPANY_FEE_SPLIT',
        companyName: 'Nordwerk',
        share: { type: 'PERCENTAGE', basisPoints: 4000 },
        discount: {
          includesPreUse: false,
          flatFees: [],
          periods: [
            { discount: { type: 'PERCENTAGE', basisPoints: 1000 }, effective: { type: 'UNLIMITED' } },
          ],
        },
      }),
    }),
    // 39.90 - 3.99 = 35.91; 40 % are 14.364, so 14.36 and 21.55
    schedule: ['2026-12-01 CONTRACT_FEE 21.55 *', '2027-01-01 CONTRACT_FEE 21.55'],
    volume: [4310, 2155, 2155, 2155],
  },
];

const bonusMonth = (runtimeExtensionType: 'WITH_EXTENSION' | 'WITHOUT_EXTENSION') => ({
  term: months(1),
  termStrategy: 'CONTRACT_START' as const,
  displaySeparately: false,
  description: 'Free month',
  runtimeExtensionType,
  extendsCancellationPeriod: false,
});
const care = {
  identifier: 'CARE',
  name: 'Care',
  frequency: recurring(1000),
  starterPackage: false,
};
const halfForTwoMonths = {
  flatFees: ['CARE'],
  includesPreUse: true,
  periods: [
    {
      discount: { type: 'PERCENTAGE' as const, basisPoints: 5000 },
      effective: { type: 'TIME_BASED' as const, term: months(2) },
    },
  ],
};

describe('a discount for two months is counted from the first day that has to be paid for', () => {
  const bought = (runtimeExtensionType: 'WITH_EXTENSION' | 'WITHOUT_EXTENSION') =>
    lines(
      quote(
        aRequest({
          term: aTerm({
            term: months(4),
            flatFees: [care],
            bonusPeriods: [bonusMonth(runtimeExtensionType)],
          }),
          voucher: aVoucher({ type: 'DISCOUNT', ...halfForTwoMonths }),
        }),
      ),
    ).map((line) => line.replace(' *', ''));

  it('with a free month that extends the contract: January and February, of both fees', () => {
    expect(bought('WITH_EXTENSION')).toEqual([
      '2027-01-01 CONTRACT_FEE 19.95',
      '2027-01-01 FLAT_FEE 5.00',
      '2027-02-01 CONTRACT_FEE 19.95',
      '2027-02-01 FLAT_FEE 5.00',
      '2027-03-01 CONTRACT_FEE 39.90',
      '2027-03-01 FLAT_FEE 10.00',
      '2027-04-01 CONTRACT_FEE 39.90',
      '2027-04-01 FLAT_FEE 10.00',
    ]);
  });

  it('with a free month that does not: the same months, and the flat fee of the free one too', () => {
    expect(bought('WITHOUT_EXTENSION')).toEqual([
      '2026-12-01 FLAT_FEE 5.00',
      '2027-01-01 CONTRACT_FEE 19.95',
      '2027-01-01 FLAT_FEE 5.00',
      '2027-02-01 CONTRACT_FEE 19.95',
      '2027-02-01 FLAT_FEE 5.00',
      '2027-03-01 CONTRACT_FEE 39.90',
      '2027-03-01 FLAT_FEE 10.00',
    ]);
  });
});

it('a company pays its share of the charge for earlier use too', () => {
  // The 31 days of December cost 39.90, so the ten days before it cost 12.87. The company pays half of that, 6.44.
  const { schedule } = quote(
    aRequest({
      term: aTerm({ term: months(1) }),
      useFrom: '2026-11-21',
      offerChanges: { preUse: { type: 'CHARGEABLE', description: 'Earlier use' } },
      voucher: aVoucher({
        type: 'COMPANY_FEE_SPLIT',
        companyName: 'Works',
        share: { type: 'PERCENTAGE', basisPoints: 5000 },
      }),
    }),
  );
  expect(schedule.map(({ dueDate, amount }) => [dueDate, amount])).toEqual([
    ['2026-11-21', 643],
    ['2026-12-01', 1995],
  ]);
});

describe('the payment schedule of the initial runtime', () => {
  it.each(ROWS)('$what', ({ request, schedule, volume, endDate }) => {
    const result = quote(request);
    expect(lines(result)).toEqual(schedule);
    const { total, perMonth, perPayment } = result.volume;
    expect([total, perMonth, perPayment, result.dueOnSigning]).toEqual(volume);
    if (endDate) expect(result.endDate).toBe(endDate);
  });
});

describe('the parts of a price', () => {
  it('shows company and member with and without the discount', () => {
    const { split, splitWithoutDiscount, discountedPrices, basePrice } = quote(
      aRequest({
        voucher: aVoucher({
          type: 'COMPANY_FEE_SPLIT',
          companyName: 'Nordwerk',
          share: { type: 'ABSOLUTE', amount: 1500 },
          discount: {
            includesPreUse: false,
            flatFees: [],
            periods: [{ discount: { type: 'ABSOLUTE', amount: 990 }, effective: { type: 'UNLIMITED' } }],
          },
        }),
      }),
    );
    expect(basePrice).toBe(3990);
    expect(discountedPrices).toEqual([{ price: 3000, company: 1500, member: 1500 }]);
    expect(split).toEqual({ company: 1500, member: 1500 });
    expect(splitWithoutDiscount).toEqual({ company: 1500, member: 2490 });
  });

  it('reduces the charge of using the studio before the start by the first discount', () => {
    const { preUse } = quote(
      aRequest({
        useFrom: '2026-11-21',
        term: aTerm({ paymentFrequency: recurring(3100) }),
        offerChanges: { preUse: { type: 'CHARGEABLE', description: 'Before the start' } },
        voucher: aVoucher({
          type: 'DISCOUNT',
          includesPreUse: true,
          flatFees: [],
          periods: [
            { discount: { type: 'PERCENTAGE', basisPoints: 2500 }, effective: { type: 'UNLIMITED' } },
          ],
        }),
      }),
    );
    expect(preUse).toEqual({ charge: 1000, discounted: 750 });
  });
});

describe('the days that a fee pays for', () => {
  const days = (changes: Parameters<typeof aTerm>[0], more: Partial<QuoteRequest> = {}) =>
    quote(aRequest({ startDate: '2027-01-31', term: aTerm(changes), ...more })).schedule.map(
      ({ dueDate, paidUntil }) => `${dueDate} to ${paidUntil}`,
    );
  const onDays = (isRecurring: boolean): PaymentFrequency => ({
    id: 1,
    type: 'MONTH_DAY',
    recurring: isRecurring,
    days: [
      { month: 1, dayOfMonth: 15, price: 5000 },
      { month: 7, dayOfMonth: 15, price: 5000 },
    ],
  });
  const steps = (isRecurring: boolean): PaymentFrequency => ({
    id: 1,
    type: 'TERM_BASED',
    recurring: isRecurring,
    term: months(6),
    steps: [
      { after: months(0), price: 5000 },
      { after: months(6), price: 3000 },
    ],
  });
  it.each<[string, PaymentFrequency, string[]]>([
    ['once: the initial runtime', { id: 1, type: 'NON_RECURRING', price: 100 }, ['2027-01-31 to 2028-01-30']],
    ['by months', recurring(100, months(6)), ['2027-01-31 to 2027-07-30', '2027-07-31 to 2028-01-30']],
    [
      'by terms that do not divide it: the last one goes on behind it',
      recurring(100, months(8)),
      ['2027-01-31 to 2027-09-29', '2027-09-30 to 2028-05-30'],
    ],
    ['on days of each year', onDays(true), ['2027-07-15 to 2028-01-14', '2028-01-15 to 2028-07-14']],
    ['on days, once', onDays(false), ['2027-07-15 to 2028-01-14', '2028-01-15 to 2028-01-30']],
    ['by steps', steps(true), ['2027-01-31 to 2027-07-30', '2027-07-31 to 2028-01-30']],
    ['by steps, once', steps(false), ['2027-01-31 to 2027-07-30', '2027-07-31 to 2028-01-30']],
  ])('%s', (_, paymentFrequency, paid) => {
    expect(days({ paymentFrequency })).toEqual(paid);
  });

  it('before a free month, and none of a starter package', () => {
    const bonusPeriods = [
      { ...bonusMonth('WITHOUT_EXTENSION'), termStrategy: 'END_OF_CURRENT_TERM' as const },
    ];
    expect(days({ term: months(3), bonusPeriods, flatFees: [starterPackage(100)] })).toEqual([
      '2026-11-21 to undefined',
      '2027-01-31 to 2027-02-27',
      '2027-02-28 to 2027-03-30',
    ]);
  });
});
