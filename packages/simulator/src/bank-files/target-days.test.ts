import { describe, expect, it } from 'vitest';
import { addTargetDays, isTargetDay, targetDayFrom } from './target-days.js';

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
  ])('excludes %s (%s)', (day) => expect(isTargetDay(day)).toBe(false));

  it.each(['2026-11-30', '2026-04-02', '2026-12-24', '2026-12-31', '2028-10-03', '2026-05-14'])(
    'includes %s',
    (day) => expect(isTargetDay(day)).toBe(true),
  );

  it('counts over weekends and holidays', () => {
    expect(targetDayFrom('2026-12-25')).toBe('2026-12-28');
    expect(addTargetDays('2026-12-23', 2)).toBe('2026-12-28');
    expect(addTargetDays('2026-04-02', 1)).toBe('2026-04-07');
    expect(addTargetDays('2026-11-30', 0)).toBe('2026-11-30');
  });
});
