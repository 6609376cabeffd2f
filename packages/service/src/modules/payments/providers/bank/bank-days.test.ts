import { describe, expect, it } from 'vitest';
import { addBankDays, bankDayFrom, easterSunday, isBankDay } from './bank-days.js';

/** Dates that the European Central Bank and the churches have published. */
const EASTER = [
  '2024-03-31',
  '2025-04-20',
  '2026-04-05',
  '2027-03-28',
  '2028-04-16',
  '2029-04-01',
  '2030-04-21',
  '2031-04-13',
  '2032-03-28',
  '2033-04-17',
  '2034-04-09',
  '2035-03-25',
];

it.each(EASTER)('Easter Sunday is on %s', (date) => {
  expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
});

it('Easter is late and early where the method has exceptions', () => {
  expect([1943, 1954, 1981, 2038, 2049, 2076, 2285].map(easterSunday)).toEqual([
    '1943-04-25',
    '1954-04-18',
    '1981-04-19',
    '2038-04-25',
    '2049-04-18',
    '2076-04-19',
    '2285-03-22',
  ]);
});

describe('TARGET', () => {
  it('is closed on weekends and on six holidays', () => {
    const closed = [
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-12-25',
      '2026-12-26',
      '2026-11-28',
      '2026-11-29',
      '2027-03-26',
      '2027-03-29',
    ];
    expect(closed.filter((day) => isBankDay('TARGET', day))).toEqual([]);
  });

  it('is open on holidays of one country, and on the last day of the year', () => {
    const open = [
      '2026-11-30',
      '2026-04-02',
      '2026-04-07',
      '2026-05-14',
      '2026-12-24',
      '2026-12-31',
      '2026-10-26',
    ];
    expect(open.filter((day) => !isBankDay('TARGET', day))).toEqual([]);
  });

  it.each([
    ['2026-12-23', '2026-12-23'],
    ['2026-12-25', '2026-12-28'],
    ['2027-01-01', '2027-01-04'],
    ['2026-04-03', '2026-04-07'],
  ])('the bank day from %s is %s', (day, expected) => {
    expect(bankDayFrom('TARGET', day)).toBe(expected);
  });

  it.each([
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-04-02', 2, '2026-04-08'],
    ['2026-11-28', 1, '2026-11-30'],
    ['2026-11-28', 0, '2026-11-30'],
    ['2026-11-30', 0, '2026-11-30'],
    ['2026-12-28', -1, '2026-12-24'],
    ['2026-04-07', -2, '2026-04-01'],
  ])('%s and %d bank days are %s', (day, days, expected) => {
    expect(addBankDays('TARGET', day, days)).toBe(expected);
  });
});

/**
 * Closing days that are no weekend: SIX, Clearing Day Calendar, Federal Reserve, K.8, and holidays of New South Wales
 * and Victoria, with the Mondays after Anzac Day of 2026 and 2027, which Victoria does not have.
 */
const CLOSED = {
  SIC: [
    '2025-01-01 2025-01-02 2025-04-18 2025-04-21 2025-05-01 2025-05-29 2025-06-09 2025-08-01 2025-12-25 2025-12-26',
    '2026-01-01 2026-01-02 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-05-25 2026-12-25',
    '2027-01-01 2027-03-26 2027-03-29 2027-05-06 2027-05-17',
  ],
  FED: [
    '2025-01-01 2025-01-20 2025-02-17 2025-05-26 2025-06-19 2025-07-04 2025-09-01 2025-10-13 2025-11-11 2025-11-27 2025-12-25',
    '2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25',
    '2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25',
    '2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25',
    '2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25',
  ],
  BECS: [
    '2022-01-03 2022-01-26 2022-04-15 2022-04-18 2022-04-25 2022-06-13 2022-12-26 2022-12-27',
    '2025-01-01 2025-01-27 2025-04-18 2025-04-21 2025-04-25 2025-06-09 2025-12-25 2025-12-26',
    '2026-01-01 2026-01-26 2026-04-03 2026-04-06 2026-04-27 2026-06-08 2026-12-25 2026-12-28',
    '2027-01-01 2027-01-26 2027-03-26 2027-03-29 2027-04-26 2027-06-14 2027-12-27 2027-12-28',
    '2028-01-03 2028-01-26 2028-04-14 2028-04-17 2028-04-25 2028-06-12 2028-12-25 2028-12-26',
  ],
} as const;

describe.each(['SIC', 'FED', 'BECS'] as const)('%s', (calendar) => {
  it.each(CLOSED[calendar])('is closed on these weekdays of a year only: %s', (days) => {
    const year = Number(days.slice(0, 4));
    const weekdays = Array.from({ length: 366 }, (_, at) => new Date(Date.UTC(year, 0, 1 + at)))
      .filter((date) => date.getUTCFullYear() === year && ![0, 6].includes(date.getUTCDay()))
      .map((date) => date.toISOString().slice(0, 10));
    expect(weekdays.filter((day) => !isBankDay(calendar, day)).join(' ')).toBe(days);
  });

  it.each(['2026-11-28', '2026-11-29', '2027-07-03', '2027-07-04'])('is closed on the weekend: %s', (day) => {
    expect(isBankDay(calendar, day)).toBe(false);
  });
});
