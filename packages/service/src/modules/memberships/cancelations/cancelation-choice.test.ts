import { expect, it } from 'vitest';
import type { SignedTerms } from '../contracts/signed-terms.js';
import { signed } from '../contracts/signed.fixture.js';
import type { IdleTime } from '../idle-periods/idle-time.js';
import { aTerm, months, weeks } from '../offers/an-offer.fixture.js';
import type { BonusPeriod, OfferTerm } from '../offers/offer.js';
import { cancelationChoice } from './cancelation-choice.js';

const extended = (
  term = months(1),
  cancelationPeriod?: ReturnType<typeof months> | ReturnType<typeof weeks>,
) => ({ type: 'TERM_EXTENSION', term, ...(cancelationPeriod && { cancelationPeriod }) }) as const;

/** A year with three months' notice, then month by month with one month's notice. */
const YEAR = { cancelationPeriod: months(3), extension: extended(months(1), months(1)) };
const MONTH = { ...YEAR, term: months(1), cancelationPeriod: months(1) };
const FOUR_MONTHS = { ...MONTH, term: months(4) };

const bonus = (termStrategy: BonusPeriod['termStrategy'], extendsCancellationPeriod: boolean) => ({
  bonusPeriods: [
    {
      term: months(1),
      termStrategy,
      runtimeExtensionType: 'WITH_EXTENSION',
      displaySeparately: false,
      extendsCancellationPeriod,
      description: 'Bonus',
    } as const,
  ],
});

const idle = (startDate: string, endDate: string | null): IdleTime[] => [
  { id: 1, startDate, endDate, charges: [] },
];

interface Case {
  readonly of: string;
  readonly start?: string;
  readonly term?: Partial<OfferTerm>;
  readonly final?: SignedTerms['finalEndDate'];
  readonly idleTimes?: readonly IdleTime[];
  readonly today: string;
  /** The last days, worked out by hand on a calendar. */
  readonly dates: readonly string[];
  readonly notice: string | null;
}

it.each<Case>([
  {
    of: 'on the last day of notice',
    ...{ today: '2027-09-30', dates: ['2027-12-31', '2028-01-31', '2028-02-29'], notice: '2027-09-30' },
  },
  {
    of: 'a day too late for the end of the initial runtime',
    ...{ today: '2027-10-01', dates: ['2028-01-31', '2028-02-29', '2028-03-31'], notice: '2027-12-31' },
  },
  {
    of: 'in an extension, which has a notice of its own',
    ...{ today: '2028-02-29', dates: ['2028-03-31', '2028-04-30', '2028-05-31'], notice: '2028-02-29' },
  },
  {
    of: 'in an extension with the notice of the contract',
    term: { ...YEAR, extension: extended(months(6)) },
    ...{ today: '2028-01-01', dates: ['2028-06-30', '2028-12-31', '2029-06-30'], notice: '2028-03-31' },
  },
  {
    of: 'two years that are extended by a year',
    start: '2027-05-15',
    term: { ...YEAR, term: months(24), extension: extended(months(12)) },
    ...{ today: '2029-02-14', dates: ['2029-05-14', '2030-05-14', '2031-05-14'], notice: '2029-02-14' },
  },
  {
    of: 'ten weeks that are extended by four, with a notice of two',
    start: '2027-03-01',
    term: { term: weeks(10), cancelationPeriod: weeks(2), extension: { ...extended(), term: weeks(4) } },
    ...{ today: '2027-04-25', dates: ['2027-05-09', '2027-06-06', '2027-07-04'], notice: '2027-04-25' },
  },
  {
    of: 'signed on a 31st, in the shortest month',
    start: '2027-01-31',
    term: { ...MONTH, cancelationPeriod: weeks(1), extension: extended() },
    ...{ today: '2027-02-20', dates: ['2027-02-27', '2027-03-27', '2027-04-27'], notice: '2027-02-20' },
  },
  {
    of: 'without notice, on the last day',
    term: { term: months(1), extension: extended() },
    ...{ today: '2027-01-31', dates: ['2027-01-31', '2027-02-28', '2027-03-31'], notice: '2027-01-31' },
  },
  {
    of: 'one that ends by itself',
    term: { cancelationPeriod: months(1) },
    ...{ today: '2027-11-30', dates: ['2027-12-31'], notice: '2027-11-30' },
  },
  {
    of: 'a year from a leap day, which ends by itself',
    start: '2028-02-29',
    term: { cancelationPeriod: months(1) },
    ...{ today: '2028-12-24', dates: ['2029-02-27'], notice: '2029-01-27' },
  },
  {
    of: 'too late for one that ends by itself',
    term: { cancelationPeriod: months(1) },
    ...{ today: '2027-12-01', dates: [], notice: null },
  },
  { of: 'one that has ended', term: {}, today: '2028-01-01', dates: [], notice: null },
  {
    of: 'one that is already cancelled or replaced',
    final: '2027-12-31',
    ...{ today: '2027-03-01', dates: [], notice: null },
  },
  {
    of: 'RECEIPT_DATE, in time for the end of the initial runtime',
    term: { ...YEAR, cancelationStrategy: 'RECEIPT_DATE' },
    ...{ today: '2027-09-30', dates: ['2027-12-31'], notice: '2027-09-30' },
  },
  {
    of: 'RECEIPT_DATE, too late for it: three months from receipt',
    term: { ...YEAR, cancelationStrategy: 'RECEIPT_DATE' },
    ...{ today: '2027-10-11', dates: ['2028-01-11'], notice: '2027-10-11' },
  },
  {
    of: 'RECEIPT_DATE, in an extension: its own notice from receipt, and the last day of February',
    term: { ...YEAR, cancelationStrategy: 'RECEIPT_DATE' },
    ...{ today: '2028-01-31', dates: ['2028-02-29'], notice: '2028-01-31' },
  },
  {
    of: 'RECEIPT_DATE, a notice that is shorter than the rest of the initial runtime, because February is short',
    start: '2027-01-31',
    term: { ...MONTH, term: months(2), cancelationStrategy: 'RECEIPT_DATE' },
    ...{ today: '2027-02-28', dates: ['2027-03-30'], notice: '2027-02-28' },
  },
  {
    of: 'a bonus month in the initial runtime',
    term: { ...YEAR, ...bonus('END_OF_CURRENT_TERM', false) },
    ...{ today: '2027-06-01', dates: ['2028-01-31', '2028-02-29', '2028-03-31'], notice: '2027-10-31' },
  },
  {
    of: 'a bonus month that also lengthens the notice',
    term: { ...YEAR, ...bonus('END_OF_CURRENT_TERM', true) },
    ...{ today: '2027-06-01', dates: ['2028-01-31', '2028-02-29', '2028-03-31'], notice: '2027-09-30' },
  },
  {
    of: 'a bonus month before the first extension, which lengthens the notice for that alone',
    term: { ...MONTH, ...bonus('START_OF_NEXT_TERM', true) },
    ...{ today: '2027-01-15', dates: ['2027-03-31', '2027-04-30', '2027-05-31'], notice: '2027-01-31' },
  },
  {
    of: 'a freeze of a whole month moves the end and the notice by a month',
    start: '2027-01-15',
    term: FOUR_MONTHS,
    idleTimes: idle('2027-03-01', '2027-03-31'),
    ...{ today: '2027-04-01', dates: ['2027-06-14', '2027-07-14', '2027-08-14'], notice: '2027-05-14' },
  },
  {
    of: 'a freeze of ten days moves them by ten days',
    start: '2027-01-15',
    term: FOUR_MONTHS,
    idleTimes: idle('2027-02-10', '2027-02-19'),
    ...{ today: '2027-03-01', dates: ['2027-05-24', '2027-06-24', '2027-07-24'], notice: '2027-04-24' },
  },
  {
    of: 'a freeze without an end counts until today',
    start: '2027-01-15',
    term: FOUR_MONTHS,
    idleTimes: idle('2027-03-01', null),
    ...{ today: '2027-03-10', dates: ['2027-05-24', '2027-06-24', '2027-07-24'], notice: '2027-04-24' },
  },
])('days to which a contract can be cancelled: $of', (given) => {
  const { start = '2027-01-01', term = YEAR, final = null, idleTimes = [], today } = given;
  const terms = { ...signed({ startDate: start, term: aTerm(term) }), finalEndDate: final };
  expect(cancelationChoice(terms, idleTimes, today)).toEqual({
    dates: given.dates,
    lastNoticeDate: given.notice,
  });
});
