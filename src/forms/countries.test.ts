import { isCountry } from '@upc/contract/country';
import { expect, test } from 'vitest';
import { countryCodes } from './countries.js';

test.each([
  ['a country', ['DE', 'GB', 'US', 'ZW'], true],
  ['a territory with a code of its own', ['AX', 'BQ', 'GG', 'HK', 'PR', 'SJ', 'UM'], true],
  ['a union, an area of a currency, an organisation', ['EU', 'EZ', 'UN'], false],
  ['reserved for a part of a country', ['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA'], false],
  ['left to users: Kosovo, pseudo-locales, unknown', ['XK', 'XA', 'XB', 'QO', 'XX', 'ZZ'], false],
  ['withdrawn, or another word for a country', ['AN', 'CS', 'DD', 'SU', 'TP', 'UK', 'YU', 'ZR'], false],
  ['assigned to nobody', ['AA', 'QQ', 'DF'], false],
  ['no code', ['', 'D', 'de', 'DEU', 'D1', ' DE', 'DE\n', 'DEFR', 'Germany'], false],
])('%s', (_, codes, expected) => {
  expect(codes.filter((code) => isCountry(code) !== expected)).toEqual([]);
});

test('the list to choose from is ISO 3166-1: 249 codes in order, each with a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countryCodes).toHaveLength(249);
  expect(countryCodes).toEqual([...new Set(countryCodes)].sort());
  expect(countryCodes.filter((code) => !names.of(code))).toEqual([]);
});
