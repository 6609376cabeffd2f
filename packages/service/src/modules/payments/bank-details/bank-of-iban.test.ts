import { describe, expect, test } from 'vitest';
import { bankOfIban } from './bank-of-iban.js';

describe('the bank of an IBAN', () => {
  test.each([
    ['DE89370400440532013000', { bankName: 'Commerzbank', bic: 'COBADEFFXXX' }],
    ['AT651200000000001234', { bic: 'BKAUATWWXXX' }],
    ['BE71096123456769', { bic: 'GKCCBEBB' }],
    ['ES9121000418450200051332', { bic: 'CAIXESBB' }],
    ['FR1420041010050500013M02606', { bic: 'PSSTFRPPXXX' }],
    ['LU280019400644750000', { bic: 'BCEELULL' }],
    ['NL91ABNA0417164300', { bic: 'ABNANL2A' }],
    ['CH8309000000100012345', { bankName: 'PostFinance', bic: 'POFICHBEXXX' }],
  ])('%s', (iban, bank) => {
    expect(bankOfIban(iban)).toEqual(bank);
  });

  // These countries have no well-maintained table, or the table lacks the bank.
  test.each([
    'CH9300762011623852957',
    'LI2608810000012345678',
    'IT60X0542811101000000123456',
    'AT611904300234573201',
    'PL61109010140000071219812874',
  ])('nothing is guessed of %s', (iban) => {
    expect(bankOfIban(iban)).toEqual({});
  });
});
