import { describe, expect, it } from 'vitest';
import {
  findIbanFault,
  ibanLength,
  isIban,
  isPostFinance,
  isSepaCountry,
  needsDebtorAddress,
  normalizeIban,
} from './iban.js';

/** One example for each country, from the SWIFT registry of IBANs. */
const examples = [
  'AD12 0001 2030 2003 5910 0100',
  'AL47 2121 1009 0000 0002 3569 8741',
  'AT61 1904 3002 3457 3201',
  'BE68 5390 0754 7034',
  'BG80 BNBG 9661 1020 3456 78',
  'CH93 0076 2011 6238 5295 7',
  'CY17 0020 0128 0000 0012 0052 7600',
  'CZ65 0800 0000 1920 0014 5399',
  'DE89 3704 0044 0532 0130 00',
  'DK50 0040 0440 1162 43',
  'EE38 2200 2210 2014 5685',
  'ES91 2100 0418 4502 0005 1332',
  'FI21 1234 5600 0007 85',
  'FR14 2004 1010 0505 0001 3M02 606',
  'GB29 NWBK 6016 1331 9268 19',
  'GI75 NWBK 0000 0000 7099 453',
  'GR16 0110 1250 0000 0001 2300 695',
  'HR12 1001 0051 8630 0016 0',
  'HU42 1177 3016 1111 1018 0000 0000',
  'IE29 AIBK 9311 5212 3456 78',
  'IS14 0159 2600 7654 5510 7303 39',
  'IT60 X054 2811 1010 0000 0123 456',
  'LI21 0881 0000 2324 013A A',
  'LT12 1000 0111 0100 1000',
  'LU28 0019 4006 4475 0000',
  'LV80 BANK 0000 4351 9500 1',
  'MC58 1122 2000 0101 2345 6789 030',
  'MD24 AG00 0225 1000 1310 4168',
  'ME25 5050 0001 2345 6789 51',
  'MK07 2501 2000 0058 984',
  'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
  'NL91 ABNA 0417 1643 00',
  'NO93 8601 1117 947',
  'PL61 1090 1014 0000 0712 1981 2874',
  'PT50 0002 0123 1234 5678 9015 4',
  'RO49 AAAA 1B31 0075 9384 0000',
  'RS35 2600 0560 1001 6113 79',
  'SE45 5000 0000 0583 9825 7466',
  'SI56 2633 0001 2039 086',
  'SK31 1200 0000 1987 4263 7541',
  'SM86 U032 2509 8000 0000 0270 100',
  'VA59 0011 2300 0012 3456 78',
];

const length = (country: string, length: number, given: number): object => ({
  fault: 'length',
  params: { country, length, given },
});
const of = (fault: 'country' | 'swiss' | 'structure', country: string): object => ({
  fault,
  params: { country },
});

describe('a normalised IBAN', () => {
  it.each([
    ['de89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['DE89-3704-0044-0532-0130-00', 'DE89370400440532013000'],
    ['DE89\u00a03704\u202f0044\u20090532 0130\u00a000', 'DE89370400440532013000'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['IBAN: DE89', 'DE89'],
    ['\u200fDE\u200b89\ufeff', 'DE89'],
    ['ＤＥ８９３７', 'DE8937'],
    ['DE٨٩٣٧', 'DE8937'],
    ['DE۸۹', 'DE89'],
    ['DE८९', 'DE89'],
    ['IBAN<svg>', 'IBAN<SVG>'],
    ['', ''],
  ])('of %j is %j', (typed, iban) => {
    expect(normalizeIban(typed)).toBe(iban);
  });
});

describe('an IBAN of the SEPA area', () => {
  it('is right in every country', () => {
    expect(examples.filter((iban) => findIbanFault(normalizeIban(iban), 'SEPA') !== null)).toEqual([]);
  });

  it.each([
    ['typed half', 'DE89 3704 0044', length('DE', 22, 12)],
    ['too long', 'NO93 8601 1117 9471', length('NO', 15, 16)],
    ['check digits', 'DE88 3704 0044 0532 0130 00', { fault: 'checksum' }],
    ['two digits swapped', 'DE89 3704 0044 0532 0103 00', { fault: 'checksum' }],
    ['right mod 97, wrong national digits', 'ES29 2100 0418 4602 0005 1332', { fault: 'account' }],
    ['letters for digits', 'DE89 3704 0044 0532 0130 OO', of('structure', 'DE')],
    ['letters for check digits', 'DEXX 3704 0044 0532 0130 00', { fault: 'checksum' }],
    ['a country outside SEPA', 'US12 3456', of('country', 'US')],
    ['an IBAN country outside SEPA', 'TR33 0006 1005 1978 6457 8413 26', of('country', 'TR')],
    ['no country', '8937 0400', { fault: 'start' }],
    ['nothing', '', { fault: 'start' }],
    ['markup', 'IBAN<svg>', { fault: 'characters' }],
    ['a digit that is none', 'DE89 3704 ④', length('DE', 22, 9)],
    ['a name of Object', 'constructor', of('country', 'CO')],
    ['a QR-IBAN', 'CH34 3000 0001 1000 1234 5', { fault: 'qr' }],
    ['a QR-IBAN of Liechtenstein', 'LI57 3199 9123 0008 8901 2', { fault: 'qr' }],
  ])('has a fault: %s', (_, typed, fault) => {
    expect(findIbanFault(normalizeIban(typed), 'SEPA')).toEqual(fault);
  });
});

describe('an IBAN for a Swiss debit', () => {
  it.each([
    ['CH83 0900 0000 1000 1234 5', null, { fault: 'usePostFinance' }],
    ['CH08 0900 0000 1000 4444 4', null, { fault: 'usePostFinance' }],
    ['CH93 0076 2011 6238 5295 7', { fault: 'useLsv' }, null],
    ['LI26 0881 0000 0123 4567 8', { fault: 'useLsv' }, null],
    ['CH54 0076 2011 6238 4444 4', { fault: 'useLsv' }, null],
    ['CH34 3000 0001 1000 1234 5', { fault: 'qr' }, { fault: 'qr' }],
    ['DE89 3704 0044 0532 0130 00', of('swiss', 'DE'), of('swiss', 'DE')],
    ['AT61 1904 3002 3457 3201', of('swiss', 'AT'), of('swiss', 'AT')],
    ['CH93 0076 2011 6238 5295 8', { fault: 'checksum' }, { fault: 'checksum' }],
    ['CH93 0076 2011 6238', length('CH', 21, 16), length('CH', 21, 16)],
    ['93 0076', { fault: 'start' }, { fault: 'start' }],
    ['CH93 <svg>', { fault: 'characters' }, { fault: 'characters' }],
  ])('%j: for CH_DD %j, for LSV %j', (typed, chDD, lsv) => {
    expect(findIbanFault(normalizeIban(typed), 'CH_DD')).toEqual(chDD);
    expect(findIbanFault(normalizeIban(typed), 'LSV')).toEqual(lsv);
  });

  it.each([
    ['CH8309000000100012345', true],
    ['CH9300762011623852957', false],
    ['DE89370400440532013000', false],
    ['DE12090000001000123450', false],
  ])('%s is of PostFinance: %s', (iban, expected) => {
    expect(isPostFinance(iban)).toBe(expected);
  });
});

describe('an IBAN of any country', () => {
  it.each([
    ['DE89370400440532013000', true],
    ['TR330006100519786457841326', true],
    ['BR1800360305000010009795493C1', true],
    ['DE89370400440532013001', false],
    ['DE8937040044053201300', false],
    ['ES2921000418460200051332', false],
    ['US123456', false],
    ['<svg>', false],
    ['', false],
  ])('%j is one: %s', (iban, expected) => {
    expect(isIban(iban)).toBe(expected);
  });
});

describe('the SEPA area', () => {
  it('has a length for each of its countries', () => {
    const countries = new Set(examples.map((iban) => iban.slice(0, 2)));
    expect(countries.size).toBe(42);
    for (const country of countries) {
      expect(isSepaCountry(country), country).toBe(true);
      expect(ibanLength(country), country).toBeGreaterThan(14);
    }
  });

  it.each([
    ['DE', false],
    ['LI', false],
    ['NO', false],
    ['IS', false],
    ['CH', true],
    ['GB', true],
    ['SM', true],
    ['RS', true],
    ['AL', true],
  ])('a debit from %s needs an address: %s', (country, needed) => {
    expect(needsDebtorAddress(country)).toBe(needed);
  });
});
