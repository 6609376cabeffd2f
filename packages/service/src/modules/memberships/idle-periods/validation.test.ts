import { expect, test } from 'vitest';
import type { IdlePeriodSettings } from '../../studios/settings/idle-period-settings.js';
import { idlePeriod, rules } from './rules.fixture.js';
import { type IdlePeriodRequest, REFUSALS, type Situation, validateIdlePeriod } from './validation.js';

/** The situation of a contract that began on 2026-07-01, as of 10 March 2027. */
const situation = (more: Partial<IdlePeriodSettings> = {}, rest: Partial<Situation> = {}): Situation => ({
  rules: rules(more),
  today: '2027-03-10',
  contractStart: '2026-07-01',
  contractEnd: null,
  canBeIdle: true,
  hasPending: false,
  others: [],
  current: null,
  ...rest,
});
const months = (termValue: number, startDate = '2027-04-01'): IdlePeriodRequest => ({
  startDate,
  temporalUnit: 'MONTH',
  termValue,
});
const until = (endDate: string, startDate = '2027-04-01'): IdlePeriodRequest => ({ startDate, endDate });
const upcoming = { current: idlePeriod('2027-04-01', '2027-06-30') };
const running = { current: idlePeriod('2027-02-01', '2027-04-30') };
const endless = { current: idlePeriod('2027-02-01', null) };

type Case = readonly [what: string, request: IdlePeriodRequest, situation: Situation, result: string];

const CASES: readonly Case[] = [
  ['one month', months(1), situation(), '2027-04-01 to 2027-04-30'],
  ['three months', months(3), situation(), '2027-04-01 to 2027-06-30'],
  [
    'no end',
    { startDate: '2027-04-01', unlimited: true },
    situation({ unlimitedAllowed: true }),
    '2027-04-01 to null',
  ],
  [
    'two weeks from a Monday on',
    { startDate: '2027-03-15', temporalUnit: 'WEEK', termValue: 2 },
    situation({ temporalUnit: 'WEEK' }),
    '2027-03-15 to 2027-03-28',
  ],
  [
    'days from any day on',
    { startDate: '2027-03-13', temporalUnit: 'DAY', termValue: 2, unlimited: false },
    situation({ temporalUnit: 'DAY' }),
    '2027-03-13 to 2027-03-14',
  ],
  ['not of this contract', months(1), situation({}, { canBeIdle: false }), 'DEACTIVATED_FOR_CONTRACT'],
  ['only to be read', months(1), situation({ creationStatus: 'READ' }), 'DEACTIVATED_FOR_CONTRACT'],
  ['after the contract', months(1), situation({}, { contractEnd: '2027-03-31' }), 'DEACTIVATED_FOR_CONTRACT'],
  ['on its last day', months(1), situation({}, { contractEnd: '2027-04-01' }), '2027-04-01 to 2027-04-30'],
  ['while another is pending', months(1), situation({}, { hasPending: true }), 'PENDING_VERIFICATION'],
  ['in the middle of a month', months(1, '2027-04-02'), situation(), '2027-04-02 to 2027-05-01'],
  [
    'in the middle of a month, where terms begin on the first',
    months(1, '2027-04-02'),
    situation({ firstDayOfTemporalUnitOnly: true }),
    'DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT',
  ],
  [
    'on a Tuesday',
    { startDate: '2027-03-16', temporalUnit: 'WEEK', termValue: 2 },
    situation({ temporalUnit: 'WEEK' }),
    '2027-03-16 to 2027-03-29',
  ],
  [
    'on a Tuesday, where terms begin on Mondays',
    { startDate: '2027-03-16', temporalUnit: 'WEEK', termValue: 2 },
    situation({ temporalUnit: 'WEEK', firstDayOfTemporalUnitOnly: true }),
    'DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT',
  ],
  ['in the past', months(1, '2027-03-01'), situation(), 'DEADLINE_VIOLATED'],
  [
    'a day too early',
    { startDate: '2027-03-12', temporalUnit: 'DAY', termValue: 1 },
    situation({ temporalUnit: 'DAY' }),
    'DEADLINE_VIOLATED',
  ],
  ['before the contract', months(1), situation({}, { contractStart: '2027-04-02' }), 'DEADLINE_VIOLATED'],
  [
    'not at the nearest possible start',
    months(1, '2027-05-01'),
    situation({ nextPossibleStartDateOnly: true }),
    'EXPECTED_STARTDATE_MISMATCH',
  ],
  [
    'at the nearest possible start, behind another',
    months(1, '2027-04-16'),
    situation({ nextPossibleStartDateOnly: true }, { others: [idlePeriod('2027-03-01', '2027-04-15')] }),
    '2027-04-16 to 2027-05-15',
  ],
  ['too far away', months(1, '2029-04-01'), situation(), 'MAXIMUM_YEARS_VIOLATED'],
  ['an end too far away', months(2, '2029-02-01'), situation(), 'MAXIMUM_YEARS_VIOLATED'],
  [
    'in another',
    months(1),
    situation({}, { others: [idlePeriod('2027-02-01', '2027-04-01')] }),
    'OVERLAPPING',
  ],
  [
    'around another',
    months(3),
    situation({}, { others: [idlePeriod('2027-05-01', '2027-05-31')] }),
    'OVERLAPPING',
  ],
  [
    'behind one without an end',
    months(1),
    situation({}, { others: [idlePeriod('2027-01-01', null)] }),
    'OVERLAPPING',
  ],
  [
    'right behind another',
    months(1),
    situation({}, { others: [idlePeriod('2027-02-01', '2027-03-31')] }),
    '2027-04-01 to 2027-04-30',
  ],
  [
    'without an end, before another',
    { startDate: '2027-04-01', unlimited: true },
    situation({ unlimitedAllowed: true }, { others: [idlePeriod('2027-08-01', '2027-08-31')] }),
    'OVERLAPPING',
  ],
  [
    'in weeks',
    { startDate: '2027-04-01', temporalUnit: 'WEEK', termValue: 1 },
    situation(),
    'TEMPORALUNIT_INVALID',
  ],
  ['in no unit', { startDate: '2027-04-01', termValue: 1 }, situation(), 'TEMPORALUNIT_INVALID'],
  ['too long', months(4), situation(), 'MAXIMUM_TERMS_VIOLATED'],
  ['too many in a year', months(2), situation({ maxTermPerReferencePeriod: 1 }), 'MAXIMUM_TERMS_VIOLATED'],
  ['without an end', { startDate: '2027-04-01', unlimited: true }, situation(), 'MAXIMUM_TERMS_VIOLATED'],
  [
    'no number of terms',
    { startDate: '2027-04-01', temporalUnit: 'MONTH' },
    situation(),
    'TERMVALUE_MISSING',
  ],
  [
    'not unlimited, and no terms',
    { startDate: '2027-04-01', unlimited: false },
    situation(),
    'TERMVALUE_MISSING',
  ],
  ['nothing says how long', { startDate: '2027-04-01' }, situation(), 'UNLIMITED_PARAMETER_IS_MISSING'],
  ['an end and terms', { ...months(1), endDate: '2027-04-15' }, situation(), 'ENDDATE_AND_TERM_PROVIDED'],
  ['unlimited, and terms', { ...months(1), unlimited: true }, situation(), 'ENDDATE_AND_TERM_PROVIDED'],
  ['an end before the start', until('2027-03-31'), situation({}, upcoming), 'ENDDATE_BEFORE_STARTDATE'],
  ['a day as end of a new one', until('2027-04-15'), situation(), 'ENDDATE_ONLY_FOR_SHORTENING'],
  ['a later day as end', until('2027-07-15'), situation({}, upcoming), 'ENDDATE_ONLY_FOR_SHORTENING'],
  [
    'a day as end, which the studio does not allow',
    until('2027-05-15'),
    situation({ dayBasedTermShorteningAllowed: false }, upcoming),
    'ENDDATE_ONLY_FOR_SHORTENING',
  ],

  ['an upcoming one: shorter by a month', months(2), situation({}, upcoming), '2027-04-01 to 2027-05-31'],
  ['an upcoming one: up to a day', until('2027-05-15'), situation({}, upcoming), '2027-04-01 to 2027-05-15'],
  ['an upcoming one: later', months(2, '2027-05-01'), situation({}, upcoming), '2027-05-01 to 2027-06-30'],
  ['an upcoming one: too early', months(1, '2027-03-01'), situation({}, upcoming), 'DEADLINE_VIOLATED'],
  [
    'an upcoming one: as it is, though its lead is over',
    months(3),
    situation({ leadDays: 60 }, upcoming),
    '2027-04-01 to 2027-06-30',
  ],
  [
    'an upcoming one: as it is, though the studio wants less now',
    months(3),
    situation({ maxTerms: 1 }, upcoming),
    '2027-04-01 to 2027-06-30',
  ],
  [
    'an upcoming one: into another',
    months(3),
    situation(
      {},
      { current: idlePeriod('2027-04-01', '2027-04-30'), others: [idlePeriod('2027-06-01', '2027-06-30')] },
    ),
    'OVERLAPPING',
  ],
  [
    'a running one: ends today',
    until('2027-03-10', '2027-02-01'),
    situation({}, running),
    '2027-02-01 to 2027-03-10',
  ],
  [
    'a running one: ended yesterday',
    until('2027-03-09', '2027-02-01'),
    situation({}, running),
    '2027-02-01 to 2027-03-09',
  ],
  [
    'a running one: ended the day before yesterday',
    until('2027-03-08', '2027-02-01'),
    situation({}, running),
    'DEADLINE_VIOLATED',
  ],
  [
    'a running one: ended yesterday, which the studio does not allow',
    until('2027-03-09', '2027-02-01'),
    situation({ dayBasedTermShorteningAllowed: false }, running),
    'ENDDATE_ONLY_FOR_SHORTENING',
  ],
  [
    'one that begins today: ended yesterday',
    until('2027-03-09', '2027-03-10'),
    situation({}, { current: idlePeriod('2027-03-10', '2027-04-09') }),
    'ENDDATE_BEFORE_STARTDATE',
  ],
  [
    'one that ended yesterday: the same request again',
    until('2027-03-09', '2027-02-01'),
    situation({}, { current: idlePeriod('2027-02-01', '2027-03-09') }),
    '2027-02-01 to 2027-03-09',
  ],
  [
    'one that ended yesterday: another reason',
    { ...until('2027-03-09', '2027-02-01'), reasonId: 2 },
    situation({ modificationDays: 99 }, { current: idlePeriod('2027-02-01', '2027-03-09') }),
    'DEADLINE_VIOLATED',
  ],
  [
    'one that ended yesterday: longer',
    months(2, '2027-02-01'),
    situation({ modificationDays: 99 }, { current: idlePeriod('2027-02-01', '2027-03-09') }),
    'DEADLINE_VIOLATED',
  ],
  ['a running one: begins later', months(1), situation({}, running), 'EXPECTED_STARTDATE_MISMATCH'],
  ['a running one: shorter by a month', months(2, '2027-02-01'), situation({}, running), 'DEADLINE_VIOLATED'],
  [
    'a running one: within its window',
    months(2, '2027-02-01'),
    situation({ modificationDays: 38 }, running),
    '2027-02-01 to 2027-03-31',
  ],
  [
    'a running one: a day after its window',
    months(2, '2027-02-01'),
    situation({ modificationDays: 37 }, running),
    'DEADLINE_VIOLATED',
  ],
  [
    'a running one: another reason',
    { ...months(3, '2027-02-01'), reasonId: 2 },
    situation({}, running),
    'DEADLINE_VIOLATED',
  ],
  [
    'a running one: as it is',
    { ...months(3, '2027-02-01'), reasonId: 1 },
    situation({}, running),
    '2027-02-01 to 2027-04-30',
  ],
  [
    'one that is over',
    months(1, '2027-02-01'),
    situation({ modificationDays: 99 }, { current: idlePeriod('2027-02-01', '2027-02-28') }),
    'DEADLINE_VIOLATED',
  ],
  [
    'an endless one: three months',
    months(3, '2027-02-01'),
    situation({}, endless),
    '2027-02-01 to 2027-04-30',
  ],
  [
    'an endless one: a month that is over',
    months(1, '2027-02-01'),
    situation({}, endless),
    'DEADLINE_VIOLATED',
  ],
  [
    'an endless one: ended yesterday',
    until('2027-03-09', '2027-02-01'),
    situation({}, endless),
    '2027-02-01 to 2027-03-09',
  ],
  [
    'an endless one: up to a day',
    until('2027-03-20', '2027-02-01'),
    situation({}, endless),
    '2027-02-01 to 2027-03-20',
  ],
  ['a pending one', months(1), situation({}, { ...upcoming, hasPending: true }), 'PENDING_VERIFICATION'],
];

test('each request is taken with its days, or refused', () => {
  const said = (request: IdlePeriodRequest, at: Situation) => {
    const result = validateIdlePeriod(request, at);
    return result.refusal
      ? result.refusal.replace('IDLEPERIOD_', '')
      : `${result.dates.startDate} to ${result.dates.endDate}`;
  };
  const found = CASES.map(([what, request, at]) => [what, said(request, at)]);
  expect(found).toEqual(CASES.map(([what, , , result]) => [what, result]));
});

test('every refusal is among them', () => {
  const reached = CASES.map(([, , , result]) => `IDLEPERIOD_${result}`);
  expect(REFUSALS.filter((refusal) => !reached.includes(refusal))).toEqual([]);
});
