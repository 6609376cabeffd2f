import { expect, it, vi } from 'vitest';

it.each([
  ['on the day of signing', { startDate: '2026-11-27' }, true],
  ['on the last day to withdraw', { startDate: '2026-12-11' }, true],
  ['on the day after', { startDate: '2026-12-12' }, false],
  ['later, with training before', { startDate: '2027-01-01', preuseDate: '2026-12-01' }, true],
  ['later, with an empty day of training', { startDate: '2027-01-01', preuseDate: '' }, false],
])('a membership that begins %s', async (_name, typed, isEarly) => {
  vi.stubGlobal('navigator', { languages: ['en'] });
  const { startsEarly } = await import('./withdrawal.js');
  expect(startsEarly(typed, '2026-11-27')).toBe(isEarly);
});
