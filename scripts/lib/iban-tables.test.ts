import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as ibantools from 'ibantools';
import { expect, it } from 'vitest';
import { cutIbanTables } from './iban-tables.mjs';

const file = fileURLToPath(import.meta.resolve('ibantools')).replace(/build.*$/, 'jsnext/ibantools.js');
const { countrySpecs, validateIBAN } = ibantools;
const code = readFileSync(file, 'utf8');
const used = ['BE', 'DE', 'ES', 'IT', 'NO', 'XK'];

/** Right and wrong IBANs for every kind of check that a country may have. */
const ibans = [
  'BE68539007547034',
  'BE68539007547035',
  'DE89370400440532013000',
  'DE89370400440532013001',
  'DE8937040044053201300',
  'ES9121000418450200051332',
  'ES9221000418450200051332',
  'IT60X0542811101000000123456',
  'NO9386011117947',
  'NO9386011117948',
];

it('leaves the checks of the countries that are used as they are, and nothing of the others', async () => {
  const cut = cutIbanTables(code, countrySpecs, (country) => used.includes(country));
  const tools = (await import(`data:text/javascript,${encodeURIComponent(cut)}`)) as typeof ibantools;
  expect(Object.keys(tools.countrySpecs)).toEqual(used);
  for (const iban of ibans) expect(tools.validateIBAN(iban), iban).toEqual(validateIBAN(iban));
  expect(ibans.map((iban) => validateIBAN(iban).valid)).toContain(true);
  expect(ibans.map((iban) => validateIBAN(iban).valid)).toContain(false);
});

it('says when ibantools has changed', () => {
  expect(() => cutIbanTables('export const specs = {}', countrySpecs, () => true)).toThrow('elsewhere');
});
