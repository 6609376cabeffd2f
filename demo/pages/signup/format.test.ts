import { expect, it, vi } from 'vitest';
import type { BonusPeriod, Term } from './types.d.ts';

const month = (value: number): Term => ({ value, unit: 'MONTH' });
const bonus = (term: Term, change: Partial<BonusPeriod> = {}): BonusPeriod => ({
  ...{ term, termStrategy: 'CONTRACT_START', runtimeExtensionType: 'WITH_EXTENSION' },
  ...change,
});

it.each<[string, Term, BonusPeriod[], string, string[]]>([
  ['no free time', { value: 1, unit: 'YEAR' }, [], '1 Jahr', []],
  ['a month in addition', month(24), [bonus(month(1))], '25 Monate', ['1 Monat kostenlos zum Start']],
  [
    'a month of the term itself',
    month(24),
    [bonus(month(1), { runtimeExtensionType: 'WITHOUT_EXTENSION' })],
    '24 Monate',
    ['1 Monat kostenlos zum Start'],
  ],
  [
    'two weeks after a year and a month',
    { value: 1, unit: 'YEAR' },
    [bonus(month(1)), bonus({ value: 2, unit: 'WEEK' }, { termStrategy: 'END_OF_CURRENT_TERM' })],
    '13 Monate und 2 Wochen',
    ['1 Monat kostenlos zum Start', '2 Wochen kostenlos am Ende'],
  ],
  [
    'free time of the next term',
    month(12),
    [bonus(month(1), { termStrategy: 'START_OF_NEXT_TERM' })],
    '12 Monate',
    [],
  ],
])('how long a contract runs, with %s', async (_, term, bonuses, runtime, free) => {
  vi.stubGlobal('navigator', { languages: ['de-DE'] });
  const { formatRuntime, freeTime } = await import('./format.js');
  expect(breakable(formatRuntime(term, bonuses))).toBe(runtime);
  expect(freeTime(bonuses).map(breakable)).toEqual(free);
});

function breakable(words: string): string {
  return words.replaceAll('\u00a0', ' ');
}
