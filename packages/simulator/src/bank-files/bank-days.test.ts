import { describe, expect, it } from 'vitest';
import { addBankDays, bankDayFrom, isBankDay, type BankCalendar } from './bank-days.js';

describe('TARGET days', () => {
  it.each([
    ['2026-01-01', 'New Year'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-06', 'Easter Monday'],
    ['2027-03-26', 'Good Friday'],
    ['2027-03-29', 'Easter Monday'],
    ['2038-04-26', 'Easter Monday after the latest possible Sunday'],
    ['2049-04-16', 'Good Friday with the lunar correction'],
    ['2076-04-17', 'Good Friday with the lunar correction'],
    ['2026-05-01', 'Labour Day'],
    ['2026-12-25', 'Christmas'],
    ['2028-12-26', 'Boxing Day'],
    ['2026-11-28', 'Saturday'],
    ['2026-11-29', 'Sunday'],
  ])('excludes %s (%s)', (day) => expect(isBankDay('TARGET', day)).toBe(false));

  it.each(['2026-11-30', '2026-04-02', '2026-12-24', '2026-12-31', '2028-10-03', '2026-05-14'])(
    'includes %s',
    (day) => expect(isBankDay('TARGET', day)).toBe(true),
  );

  it('counts over weekends and holidays', () => {
    expect(bankDayFrom('TARGET', '2026-12-25')).toBe('2026-12-28');
    expect(addBankDays('TARGET', '2026-12-23', 2)).toBe('2026-12-28');
    expect(addBankDays('TARGET', '2026-04-02', 1)).toBe('2026-04-07');
    expect(addBankDays('TARGET', '2026-11-30', 0)).toBe('2026-11-30');
  });
});

it.each<[BankCalendar, number, string]>([
  // Swiss National Bank: holidays of the SIC system.
  ['SIC', 2026, '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-25'],
  ['SIC', 2027, '01-01 03-26 03-29 05-06 05-17'],
  // Federal Reserve Financial Services: holiday schedules.
  ['FED', 2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'],
  ['FED', 2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'],
  ['FED', 2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25'],
  // Reserve Bank of Australia: public holidays of New South Wales and Victoria.
  ['BECS', 2022, '01-03 01-26 04-15 04-18 04-25 06-13 12-26 12-27'],
  ['BECS', 2026, '01-01 01-26 04-03 04-06 06-08 12-25 12-28'],
  ['BECS', 2027, '01-01 01-26 03-26 03-29 06-14 12-27 12-28'],
  ['BECS', 2028, '01-03 01-26 04-14 04-17 04-25 06-12 12-25 12-26'],
])('%s is closed on these weekdays of %d', (calendar, year, expected) => {
  const days = Array.from({ length: 366 }, (_, at) =>
    new Date(Date.UTC(year, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const isWeekday = (day: string): boolean => ![0, 6].includes(new Date(day).getUTCDay());
  const closed = days.filter(
    (day) => day.startsWith(`${year}`) && isWeekday(day) && !isBankDay(calendar, day),
  );
  expect(closed.map((day) => day.slice(5)).join(' ')).toBe(expected);
});
