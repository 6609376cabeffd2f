import { describe, expect, it } from 'vitest';
import { addTerm } from '../../../core/calendar.js';
import type { IdleTime } from '../idle-periods/idle-time.js';
import { aModule, aTerm, aVoucher, months, recurring } from '../offers/an-offer.fixture.js';
import type { OfferTerm } from '../offers/offer.js';
import type { Voucher } from '../vouchers/voucher.js';
import { contractLife } from './contract-life.js';
import type { SignedTerms } from './signed-terms.js';
import { signed } from './signed.fixture.js';

const idleTime = (
  startDate: string,
  endDate: string | null,
  charges: IdleTime['charges'] = [],
): IdleTime => ({
  id: 1,
  startDate,
  endDate,
  charges,
});
const monthly = (changes: Partial<OfferTerm> = {}) =>
  aTerm({
    extension: { type: 'TERM_EXTENSION', term: months(1), cancelationPeriod: months(1) },
    cancelationPeriod: months(3),
    ...changes,
  });
const due = (terms: SignedTerms, today: string, idleTimes: readonly IdleTime[] = []) =>
  contractLife(terms, idleTimes, today).claims.map(({ dueDate, amount }) => `${dueDate} ${amount}`);

describe('extension', () => {
  it('is certain from the day after the last notice on, with the notice of its own', () => {
    // The initial runtime is 1 January to 31 December 2027 with three months' notice, so notice is possible until 30
    // September. After that the contract is extended monthly with one month's notice.
    const terms = signed({ startDate: '2027-01-01', term: monthly() });
    const ends = ['2027-09-30', '2027-10-01', '2027-12-31', '2028-01-31', '2028-02-29', '2028-03-01'].map(
      (today) => `${today}: ${contractLife(terms, [], today).endDate}`,
    );
    expect(ends).toEqual([
      '2027-09-30: 2027-12-31',
      // Notice for 31 January must be given by 31 December.
      '2027-10-01: 2028-01-31',
      '2027-12-31: 2028-01-31',
      '2028-01-31: 2028-02-29',
      '2028-02-29: 2028-03-31',
      '2028-03-01: 2028-04-30',
    ]);
  });

  it('is the same after any outage', () => {
    const terms = signed({ startDate: '2027-01-31', term: monthly() });
    const late = contractLife(terms, [], '2033-05-20');
    for (let today = '2027-01-31'; today < '2033-05-20'; today = addTerm(today, months(1))) {
      const then = contractLife(terms, [], today).claims;
      expect(late.claims.slice(0, then.length)).toEqual(then);
    }
  });

  it('keeps the rhythm of the day of the month, and comes back to the 31st', () => {
    const terms = signed({ startDate: '2027-01-31', term: monthly({ term: months(1) }) });
    expect(due(terms, '2027-04-01')).toEqual([
      '2027-01-31 3990',
      '2027-02-28 3990',
      '2027-03-31 3990',
      '2027-04-30 3990',
    ]);
  });

  it('writes the fees of a term down two weeks ahead where notice can be given until its beginning', () => {
    const term = monthly({
      term: months(1),
      extension: { type: 'TERM_EXTENSION', term: months(1) },
    });
    const { cancelationPeriod: _, ...without } = term;
    const terms = signed({ startDate: '2027-01-01', term: without });
    expect(due(terms, '2027-01-17')).toEqual(['2027-01-01 3990']);
    expect(due(terms, '2027-01-18')).toEqual(['2027-01-01 3990', '2027-02-01 3990']);
    expect(contractLife(terms, [], '2027-01-31')).toMatchObject({
      endDate: '2027-01-31',
      nextChange: '2027-02-01',
    });
  });

  it('continues with the price of the subsequent rate', () => {
    const extension = {
      type: 'SUBSEQUENT_RATE_DETAIL',
      term: months(3),
      rateName: 'Quarter',
      price: 9900,
    } as const;
    const terms = signed({
      startDate: '2027-01-01',
      term: monthly({ term: months(2), extension, cancelationPeriod: months(1) }),
    });
    expect(due(terms, '2027-09-01')).toEqual([
      '2027-01-01 3990',
      '2027-02-01 3990',
      '2027-03-01 9900',
      '2027-06-01 9900',
      '2027-09-01 9900',
    ]);
  });

  it.each<[string, Partial<OfferTerm>, string[]]>([
    [
      'WITH_EXTENSION puts a free time before it',
      { bonusPeriods: [bonus('WITH_EXTENSION')] },
      ['2027-03-01', '2027-04-01'],
    ],
    [
      'WITHOUT_EXTENSION waives what falls into it',
      { bonusPeriods: [bonus('WITHOUT_EXTENSION')] },
      ['2027-03-01', '2027-04-01'],
    ],
  ])('a bonus for the next term: %s', (_, changes, dates) => {
    const terms = signed({
      startDate: '2027-01-01',
      term: monthly({ term: months(1), cancelationPeriod: months(1), ...changes }),
    });
    const life = contractLife(terms, [], '2027-03-31');
    expect(life.claims.map(({ dueDate }) => dueDate).slice(0, 3)).toEqual(['2027-01-01', ...dates]);
  });

  it('reductions: unlimited ones continue, those for the initial term and for a time end', () => {
    const off = (effective: 'UNLIMITED' | 'INITIAL_TERM' | number): Voucher =>
      aVoucher({
        type: 'DISCOUNT',
        includesPreUse: false,
        flatFees: [],
        periods: [
          {
            discount: { type: 'PERCENTAGE', basisPoints: 5000 },
            effective:
              typeof effective === 'number'
                ? { type: 'TIME_BASED', term: months(effective) }
                : { type: effective },
          },
        ],
      });
    const amounts = (voucher: Voucher) =>
      contractLife(
        signed({
          startDate: '2027-01-01',
          term: monthly({ term: months(2), cancelationPeriod: months(1) }),
          voucher,
        }),
        [],
        '2027-03-31',
      ).claims.map(({ amount }) => amount);
    expect(amounts(off('UNLIMITED')).slice(0, 4)).toEqual([1995, 1995, 1995, 1995]);
    expect(amounts(off('INITIAL_TERM')).slice(0, 4)).toEqual([1995, 1995, 3990, 3990]);
    expect(amounts(off(3)).slice(0, 4)).toEqual([1995, 1995, 1995, 3990]);
  });

  it('the age at the start decides for good, and a module without extension ends with the initial runtime', () => {
    const term = monthly({
      term: months(1),
      cancelationPeriod: months(1),
      paymentFrequency: {
        ...recurring(4000),
        ageAdjustments: [
          { startAge: 18, endAge: 25, adjustment: { type: 'PERCENTAGE', basisPoints: -2500 } },
        ],
      },
    });
    const modules = [
      aModule(recurring(1000)),
      aModule(recurring(200), { id: 6, extension: { type: 'TERM_EXTENSION', term: months(1) } }),
    ];
    const terms = signed({ startDate: '2027-01-01', term, modules, dateOfBirth: '2002-01-01' });
    expect(due(terms, '2027-02-01')).toEqual([
      '2027-01-01 3000',
      '2027-01-01 1000',
      '2027-01-01 200',
      '2027-02-01 3000',
      '2027-02-01 200',
      '2027-03-01 3000',
      '2027-03-01 200',
    ]);
  });
});

function bonus(
  runtimeExtensionType: 'WITH_EXTENSION' | 'WITHOUT_EXTENSION',
  extendsCancellationPeriod = false,
) {
  return {
    term: months(1),
    termStrategy: 'START_OF_NEXT_TERM',
    runtimeExtensionType,
    displaySeparately: false,
    extendsCancellationPeriod,
    description: 'Bonus',
  } as const;
}

describe('idle periods', () => {
  const terms = signed({
    startDate: '2027-01-15',
    term: monthly({ term: months(4), cancelationPeriod: months(1) }),
  });

  it.each<[string, IdleTime[], string, string[]]>([
    ['none', [], '2027-05-14', ['2027-01-15', '2027-02-15', '2027-03-15', '2027-04-15']],
    [
      'a calendar month moves by a month',
      [idleTime('2027-03-01', '2027-03-31')],
      '2027-06-14',
      ['2027-01-15', '2027-02-15', '2027-04-15', '2027-05-15'],
    ],
    [
      'ten days move by ten days',
      [idleTime('2027-02-10', '2027-02-19')],
      '2027-05-24',
      ['2027-01-15', '2027-02-25', '2027-03-25', '2027-04-25'],
    ],
    [
      'over the change to daylight-saving time, a week is seven days',
      [idleTime('2027-03-22', '2027-03-28')],
      '2027-05-21',
      ['2027-01-15', '2027-02-15', '2027-03-15', '2027-04-22'],
    ],
    [
      'two of them add up',
      [idleTime('2027-04-01', '2027-04-30'), idleTime('2027-02-01', '2027-02-28')],
      '2027-07-14',
      ['2027-01-15', '2027-03-15', '2027-05-15', '2027-06-15'],
    ],
  ])('%s', (_, idleTimes, endDate, dates) => {
    const life = contractLife(terms, idleTimes, '2027-01-15');
    expect(life.endDate).toBe(endDate);
    expect(life.claims.map(({ dueDate }) => dueDate)).toEqual(dates);
  });

  it('without end: nothing falls due from its start on, and the end moves with each day', () => {
    const open = [idleTime('2027-03-01', null)];
    for (const [today, endDate] of [
      ['2027-02-20', '2027-05-14'],
      ['2027-03-10', '2027-05-24'],
      ['2028-03-10', '2028-05-24'],
    ] as const) {
      const life = contractLife(terms, open, today);
      expect(life.endDate).toBe(endDate);
      expect(life.claims.map(({ dueDate }) => dueDate)).toEqual(['2027-01-15', '2027-02-15']);
    }
  });

  it('charges fall due on their days, and every fee keeps its key', () => {
    const charged = idleTime('2027-03-01', '2027-03-31', [
      {
        dueDate: '2027-03-01',
        from: '2027-03-01',
        to: '2027-03-31',
        description: 'Idle period',
        amount: 500,
      },
    ]);
    const keys = (idleTimes: readonly IdleTime[]) =>
      contractLife(terms, idleTimes, '2027-01-15').claims.map(({ key }) => key);
    expect(due(terms, '2027-01-15', [charged])).toContain('2027-03-01 500');
    expect(keys([charged]).filter((key) => key !== 'freeze/1/2027-03-01')).toEqual(keys([]));
  });
});

it('a contract with a final end is not extended', () => {
  const terms = { ...signed({ startDate: '2027-01-01', term: monthly() }), finalEndDate: '2027-12-31' };
  const life = contractLife(terms, [], '2029-03-01');
  expect([life.endDate, life.nextChange]).toEqual(['2027-12-31', null]);
  expect(life.claims).toHaveLength(12);
});
