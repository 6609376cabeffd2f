import { describe, expect, test } from 'vitest';
import type { PaymentFrequency } from '../offers/offer.js';
import { feeAmount, feesOfIdlePeriod, feeType, monthlyPrice, totalFee } from './fees.js';
import type { AgreedIdlePeriod } from './idle-time.js';
import { idlePeriod } from './rules.fixture.js';

const Q1 = ['2027-01-01', '2027-03-31'] as const;
type Fee = AgreedIdlePeriod['fee'];
const fixed: Fee = { amount: 1500, recurring: false };
const perTerm: Fee = { amount: 1500, amountPerTermUnit: 500, recurring: false };
const share: Fee = { amount: 1500, amountPerTermUnit: 500, percentage: 10, recurring: false };
const recurring = (fee: Fee): Fee => ({ ...fee, recurring: true });

describe('what an idle period costs', () => {
  // Each line gives the due date and the amount in minor units. The contract costs 39.90 a month.
  test.each<[string, Fee, string[], string[]]>([
    ['nothing', { amount: 0, recurring: true }, [], []],
    ['a fixed fee, once', fixed, [], ['2027-01-01 1500']],
    ['a fixed fee, though one term is free', fixed, ['2027-01-01'], ['2027-01-01 1500']],
    ['a fixed fee, all terms free', fixed, ['2027-01-01', '2027-02-01', '2027-03-01'], []],
    [
      'a fixed fee, each month',
      recurring(fixed),
      [],
      ['2027-01-01 1500', '2027-02-01 1500', '2027-03-01 1500'],
    ],
    ['for each term, in one sum', perTerm, [], ['2027-01-01 1500']],
    ['for each term but a free one', perTerm, ['2027-01-01'], ['2027-01-01 1000']],
    [
      'for each term, when it begins',
      recurring(perTerm),
      ['2027-01-01'],
      ['2027-02-01 500', '2027-03-01 500'],
    ],
    ['a tenth of what the contract costs', share, [], ['2027-01-01 1197']],
    ['a tenth, each month', recurring(share), ['2027-02-01'], ['2027-01-01 399', '2027-03-01 399']],
  ])('%s', (_, fee, freeTermStarts, due) => {
    const agreed = idlePeriod(...Q1, { fee, freeTermStarts });
    expect(
      feesOfIdlePeriod(agreed, '2099-01-01').map(({ dueDate, amount }) => `${dueDate} ${amount}`),
    ).toEqual(due);
    expect(totalFee(agreed)).toBe(due.reduce((sum, each) => sum + Number(each.split(' ')[1]), 0));
  });

  test.each<[string, Fee, string[], number | null]>([
    ['a fixed fee, once', fixed, ['2027-01-01 1500'], 1500],
    ['a fixed fee, each month', recurring(fixed), ['2027-01-01 1500', '2027-02-01 1500'], null],
    ['for each term', perTerm, ['2027-01-01 500', '2027-02-01 500'], null],
    ['a share', share, ['2027-01-01 399', '2027-02-01 399'], null],
    ['nothing', { amount: 0, recurring: false }, [], 0],
  ])('without an end, looked at until 15 February: %s', (_, fee, due, total) => {
    const agreed = idlePeriod('2027-01-01', null, { fee });
    expect(
      feesOfIdlePeriod(agreed, '2027-02-15').map(({ dueDate, amount }) => `${dueDate} ${amount}`),
    ).toEqual(due);
    expect(totalFee(agreed)).toBe(total);
  });

  test('for each term the days that it is for; a term that has begun costs all of its fee', () => {
    const agreed = idlePeriod('2027-01-01', '2027-02-10', { fee: recurring(perTerm) });
    expect(feesOfIdlePeriod(agreed, '2099-01-01')).toEqual([
      { dueDate: '2027-01-01', from: '2027-01-01', to: '2027-01-31', amount: 500 },
      { dueDate: '2027-02-01', from: '2027-02-01', to: '2027-02-10', amount: 500 },
    ]);
  });

  // 39.90 × 12 ÷ 365.25 is 1.31088 a day. A tenth of that is 13.1088 cents; for seven days, 91.76 cents.
  test.each([
    ['DAY', 13],
    ['WEEK', 92],
    ['MONTH', 399],
  ] as const)('a tenth of a %s: %i', (unit, amount) => {
    expect(feeAmount(idlePeriod(...Q1, { fee: share, unit }))).toBe(amount);
  });

  test.each([
    [{ amount: 0, recurring: false }, 'NONE'],
    [fixed, 'ABSOLUTE'],
    [perTerm, 'TERM_BASED'],
    [share, 'RELATIVE'],
  ] as const)('%j is called %s', (fee, type) => {
    expect(feeType({ fee })).toBe(type);
  });
});

describe('what a contract costs in a month', () => {
  const month = { value: 1, unit: 'MONTH' } as const;
  test.each<[string, PaymentFrequency, string, number]>([
    ['nothing', { id: 1, type: 'FREE' }, '2027-01-01', 0],
    ['each month', { id: 1, type: 'RECURRING', term: month, price: 3990 }, '2027-01-01', 3990],
    [
      'each quarter',
      { id: 1, type: 'RECURRING', term: { value: 3, unit: 'MONTH' }, price: 9000 },
      '2027-01-01',
      3000,
    ],
    ['once for a year', { id: 1, type: 'NON_RECURRING', price: 39600 }, '2027-01-01', 3300],
    [
      'on two days of each year',
      {
        id: 1,
        type: 'MONTH_DAY',
        recurring: true,
        days: [
          { month: 1, dayOfMonth: 15, price: 14900 },
          { month: 7, dayOfMonth: 15, price: 12700 },
        ],
      },
      '2027-01-01',
      2300,
    ],
    [
      'rising, in the third month',
      {
        id: 1,
        type: 'TERM_BASED',
        recurring: true,
        term: month,
        steps: [
          { after: { value: 0, unit: 'MONTH' }, price: 1990 },
          { after: { value: 3, unit: 'MONTH' }, price: 2990 },
        ],
      },
      '2027-03-31',
      1990,
    ],
    [
      'rising, in the fourth month',
      {
        id: 1,
        type: 'TERM_BASED',
        recurring: true,
        term: month,
        steps: [
          { after: { value: 0, unit: 'MONTH' }, price: 1990 },
          { after: { value: 3, unit: 'MONTH' }, price: 2990 },
        ],
      },
      '2027-04-01',
      2990,
    ],
  ])('%s', (_, frequency, on, price) => {
    expect(monthlyPrice(frequency, { start: '2027-01-01', term: { value: 1, unit: 'YEAR' } }, on)).toBe(
      price,
    );
  });
});
