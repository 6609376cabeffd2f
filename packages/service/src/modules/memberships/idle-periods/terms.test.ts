import { describe, expect, test } from 'vitest';
import type { IdlePeriodSettings, IdlePeriodUnit } from '../../studios/settings/idle-period-settings.js';
import { idlePeriod, rules } from './rules.fixture.js';
import {
  earliestStart,
  exceedsMaximum,
  freeDays,
  freeTermStarts,
  isFirstDay,
  lastDay,
  nextFirstDay,
  nextPossibleStart,
  referencePeriodOf,
  remainingTerms,
  termStarts,
} from './terms.js';

describe('terms', () => {
  // 2027-03-01 is a Monday; 2028-02-29 is a Tuesday in a leap year.
  test.each<[string, IdlePeriodUnit, boolean, string]>([
    ['2027-03-01', 'DAY', true, '2027-03-01'],
    ['2027-03-01', 'WEEK', true, '2027-03-01'],
    ['2027-03-02', 'WEEK', false, '2027-03-08'],
    ['2027-03-07', 'WEEK', false, '2027-03-08'],
    ['2027-03-01', 'MONTH', true, '2027-03-01'],
    ['2027-03-02', 'MONTH', false, '2027-04-01'],
    ['2027-12-31', 'MONTH', false, '2028-01-01'],
    ['2028-02-29', 'WEEK', false, '2028-03-06'],
  ])('a term from %s on, by %s: first day %s, next one %s', (date, unit, isFirst, next) => {
    expect([isFirstDay(date, unit), nextFirstDay(date, unit)]).toEqual([isFirst, next]);
  });

  test.each<[string, IdlePeriodUnit, number, string]>([
    ['2027-03-10', 'DAY', 1, '2027-03-10'],
    ['2027-03-10', 'DAY', 30, '2027-04-08'],
    ['2027-03-22', 'WEEK', 2, '2027-04-04'],
    ['2027-11-01', 'MONTH', 3, '2028-01-31'],
    ['2028-02-01', 'MONTH', 1, '2028-02-29'],
  ])('from %s, %s × %i: until %s', (start, unit, terms, end) => {
    expect(lastDay(start, unit, terms)).toBe(end);
  });

  test.each<[string, string | null, IdlePeriodUnit, string, string[]]>([
    ['2027-01-01', '2027-03-31', 'MONTH', '2099-01-01', ['2027-01-01', '2027-02-01', '2027-03-01']],
    ['2027-01-01', '2027-02-10', 'MONTH', '2099-01-01', ['2027-01-01', '2027-02-01']],
    ['2027-03-22', '2027-04-04', 'WEEK', '2099-01-01', ['2027-03-22', '2027-03-29']],
    ['2027-01-01', null, 'MONTH', '2027-02-01', ['2027-01-01', '2027-02-01']],
    ['2027-01-01', null, 'MONTH', '2026-12-31', []],
    // A start on the 31st does not drift to an earlier day.
    ['2027-01-31', '2027-04-15', 'MONTH', '2099-01-01', ['2027-01-31', '2027-02-28', '2027-03-31']],
  ])('from %s to %s, by %s until %s', (startDate, endDate, unit, until, starts) => {
    expect(termStarts({ startDate, endDate }, unit, until)).toEqual(starts);
  });
});

test.each<[string, IdlePeriodSettings['referencePeriod'], string, string, string]>([
  ['2027-05-10', 'CALENDAR_YEAR', '2026-11-15', '2027-01-01', '2027-12-31'],
  ['2027-05-10', 'CONTRACT_YEAR', '2026-11-15', '2026-11-15', '2027-11-14'],
  ['2027-11-14', 'CONTRACT_YEAR', '2026-11-15', '2026-11-15', '2027-11-14'],
  ['2027-11-15', 'CONTRACT_YEAR', '2026-11-15', '2027-11-15', '2028-11-14'],
  ['2029-03-01', 'CONTRACT_YEAR', '2028-02-29', '2029-02-28', '2030-02-27'],
])('the reference period of %s, %s of a contract from %s: %s to %s', (day, kind, start, from, to) => {
  expect(referencePeriodOf(day, kind, start)).toEqual({ startDate: from, endDate: to });
});

describe('terms of a reference period', () => {
  const counted = (more: Partial<IdlePeriodSettings>, others: [string, string | null][] = []) => ({
    rules: rules(more),
    contractStart: '2026-07-01',
    others: others.map(([start, end]) => idlePeriod(start, end)),
  });

  test.each<[string, Partial<IdlePeriodSettings>, [string, string | null][], [string, string], boolean]>([
    ['three of three', {}, [], ['2027-01-01', '2027-03-31'], false],
    ['four of three', {}, [], ['2027-01-01', '2027-04-30'], true],
    ['a term that is cut short counts', {}, [], ['2027-01-01', '2027-04-01'], true],
    ['five used, one more of six', {}, [['2027-01-01', '2027-05-31']], ['2027-08-01', '2027-08-31'], false],
    ['five used, two more of six', {}, [['2027-01-01', '2027-05-31']], ['2027-08-01', '2027-09-30'], true],
    [
      'across the turn of the year each part counts in its own',
      {},
      [['2027-01-01', '2027-05-31']],
      ['2027-12-01', '2028-02-29'],
      false,
    ],
    [
      'in years of the contract, which begin in July',
      { referencePeriod: 'CONTRACT_YEAR' },
      [['2027-01-01', '2027-05-31']],
      ['2027-06-01', '2027-07-31'],
      false,
    ],
    [
      'the same months are too many in a calendar year',
      {},
      [['2027-01-01', '2027-05-31']],
      ['2027-06-01', '2027-07-31'],
      true,
    ],
    [
      'no maximum where no end is needed',
      { unlimitedAllowed: true },
      [],
      ['2027-01-01', '2027-12-31'],
      false,
    ],
    ['a running one without an end counts', {}, [['2026-01-01', null]], ['2027-01-01', '2027-01-31'], true],
  ])('%s', (_, more, others, [startDate, endDate], isTooMuch) => {
    expect(exceedsMaximum({ startDate, endDate }, counted(more, others))).toBe(isTooMuch);
  });

  test('no cap for the reference period', () => {
    const { maxTermPerReferencePeriod: _, ...uncapped } = rules();
    const many = {
      rules: uncapped,
      contractStart: '2026-07-01',
      others: [idlePeriod('2027-01-01', '2027-09-30')],
    };
    expect(exceedsMaximum({ startDate: '2027-10-01', endDate: '2027-12-31' }, many)).toBe(false);
    expect(remainingTerms('2027-01-01', many)).toEqual({ maximum: null, free: 1 });
  });

  test.each<[string, number, string | null, string[], string[]]>([
    ['the first is free', 1, '2027-03-31', [], ['2027-01-01']],
    ['two are free', 2, '2027-03-31', [], ['2027-01-01', '2027-02-01']],
    ['used by another', 1, '2027-03-31', ['2027-09-01'], []],
    ['of another year', 1, '2027-03-31', ['2026-09-01'], ['2027-01-01']],
    ['none without an end', 1, null, [], []],
    ['one in each year', 1, '2028-02-29', [], ['2027-01-01', '2028-01-01']],
  ])('free terms: %s', (_, freeTerms, endDate, used, free) => {
    const others = [idlePeriod('2030-01-01', '2030-01-31', { freeTermStarts: used })];
    const period = { startDate: '2027-01-01', endDate };
    expect(freeTermStarts(period, { ...counted({ freeTerms }), others })).toEqual(free);
  });

  test.each<[string, string, number]>([
    ['2027-01-01', '2027-03-31', 59],
    ['2027-01-01', '2027-02-10', 41],
    ['2027-02-01', '2027-02-28', 28],
  ])('the days of two free terms of %s to %s: %i', (start, end, days) => {
    const free = termStarts({ startDate: start, endDate: end }, 'MONTH', end).slice(0, 2);
    expect(freeDays(idlePeriod(start, end, { freeTermStarts: free }))).toBe(days);
  });

  test.each<[string, Partial<IdlePeriodSettings>, { maximum: number | null; free: number }]>([
    ['2027-06-15', {}, { maximum: 4, free: 0 }],
    ['2028-06-15', {}, { maximum: 6, free: 1 }],
    ['2027-06-15', { unlimitedAllowed: true }, { maximum: null, free: 0 }],
    ['2027-06-15', { maxTermPerReferencePeriod: 1 }, { maximum: 0, free: 0 }],
    ['2027-06-15', { freeTerms: 3 }, { maximum: 4, free: 2 }],
    ['2027-07-15', { referencePeriod: 'CONTRACT_YEAR' }, { maximum: 6, free: 1 }],
  ])('what is left on %s: %j', (day, more, left) => {
    const others = [idlePeriod('2027-01-01', '2027-02-28', { freeTermStarts: ['2027-01-01'] })];
    expect(remainingTerms(day, { ...counted(more), others })).toEqual(left);
  });
});

describe('the first possible start', () => {
  const at = (today: string, more: Partial<IdlePeriodSettings>, contractStart = '2026-01-01') => ({
    rules: rules({ firstDayOfTemporalUnitOnly: true, ...more }),
    today,
    contractStart,
    others: [],
  });
  test.each<[string, Partial<IdlePeriodSettings>, string]>([
    ['2027-03-10', { temporalUnit: 'DAY', leadDays: 0 }, '2027-03-10'],
    ['2027-03-10', { temporalUnit: 'DAY', leadDays: 3 }, '2027-03-13'],
    ['2027-03-10', { temporalUnit: 'WEEK', leadDays: 3 }, '2027-03-15'],
    ['2027-03-10', { temporalUnit: 'WEEK', leadDays: 5 }, '2027-03-15'],
    ['2027-03-10', { temporalUnit: 'WEEK', leadDays: 6 }, '2027-03-22'],
    ['2027-03-29', { temporalUnit: 'MONTH', leadDays: 3 }, '2027-04-01'],
    ['2027-03-30', { temporalUnit: 'MONTH', leadDays: 3 }, '2027-05-01'],
    ['2027-03-30', { temporalUnit: 'MONTH', leadDays: 3, firstDayOfTemporalUnitOnly: false }, '2027-04-02'],
  ])('asked for on %s, by %j: %s', (today, more, start) => {
    expect(earliestStart(at(today, more))).toBe(start);
  });

  test('not before the contract', () => {
    expect(earliestStart(at('2027-03-10', {}, '2027-06-15'))).toBe('2027-07-01');
  });

  test.each<[string, [string, string | null][], string]>([
    ['behind the idle period that it would lie in', [['2027-04-01', '2027-05-31']], '2027-06-01'],
    [
      'behind two of them',
      [
        ['2027-06-01', '2027-06-30'],
        ['2027-04-01', '2027-05-31'],
      ],
      '2027-07-01',
    ],
    ['before one that begins later', [['2027-06-01', '2027-06-30']], '2027-04-01'],
    ['as if one without an end were not there', [['2027-01-01', null]], '2027-04-01'],
  ])('%s', (_, others, start) => {
    const situation = { ...at('2027-03-10', {}), others: others.map(([from, to]) => idlePeriod(from, to)) };
    expect(nextPossibleStart(situation)).toBe(start);
  });
});
