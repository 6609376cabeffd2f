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
