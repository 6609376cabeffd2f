import { describe, expect, it } from 'vitest';
import { parseIban } from './iban-format.js';
import { validateSwissIban } from './swiss-iban.js';

const abroad = (country: string): object => ({ code: 'error.iban.swiss', params: { country } });

describe('an IBAN for a Swiss debit', () => {
  it.each([
    ['CH83 0900 0000 1000 1234 5', null, { code: 'error.iban.usePostFinance' }],
    ['CH08 0900 0000 1000 4444 4', null, { code: 'error.iban.usePostFinance' }],
    ['CH93 0076 2011 6238 5295 7', { code: 'error.iban.useLsv' }, null],
    ['LI26 0881 0000 0123 4567 8', { code: 'error.iban.useLsv' }, null],
    ['CH54 0076 2011 6238 4444 4', { code: 'error.iban.useLsv' }, null],
    ['CH34 3000 0001 1000 1234 5', { code: 'error.iban.qr' }, { code: 'error.iban.qr' }],
    ['DE89 3704 0044 0532 0130 00', abroad('DE'), abroad('DE')],
    ['AT61 1904 3002 3457 3201', abroad('AT'), abroad('AT')],
    ['CH93 0076 2011 6238 5295 8', { code: 'error.iban.checksum' }, { code: 'error.iban.checksum' }],
    [
      'CH93 0076 2011 6238',
      { code: 'error.iban.length', params: { country: 'CH', length: 21, given: 16 } },
      { code: 'error.iban.length', params: { country: 'CH', length: 21, given: 16 } },
    ],
    ['93 0076', { code: 'error.iban.start' }, { code: 'error.iban.start' }],
    ['CH93 <svg>', { code: 'error.iban.characters' }, { code: 'error.iban.characters' }],
  ])('%j: for CH_DD %j, for LSV %j', (text, chDD, lsv) => {
    expect(validateSwissIban('CH_DD')(parseIban(text))).toEqual(chDD);
    expect(validateSwissIban('LSV')(parseIban(text))).toEqual(lsv);
  });
});
