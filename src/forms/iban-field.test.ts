import { normalizeIban } from '@upc/contract/iban';
import { describe, expect, it } from 'vitest';
import { formatIban, validateIban } from './iban-field.js';

describe('formatIban', () => {
  // `|` marks the caret.
  it.each([
    ['typing at the end', 'DE893|', 'DE89 3|'],
    ['the fourth character adds no space yet', 'DE89|', 'DE89|'],
    ['typing in the middle', 'DE899|3704', 'DE89 9|370 4'],
    ['typing before a group', 'DE8|9 3704', 'DE8|9 3704'],
    [
      'deleting the space keeps the caret before it, so that the next press continues',
      'DE89|3704',
      'DE89| 3704',
    ],
    ['deleting in the middle', 'DE8| 3704', 'DE8|3 704'],
    ['pasting with separators', 'de89-3704-0044|', 'DE89 3704 0044|'],
    ['pasting with dots', 'DE89.3704.0044|', 'DE89 3704 0044|'],
    ['typing a dot', 'DE89 3704.|', 'DE89 3704|'],
    ['pasting with the word in front', 'IBAN DE89 3704|', 'DE89 3704|'],
    ['nothing', '|', '|'],
  ])('%s', (_, before, after) => {
    const caret = before.indexOf('|');
    const edited = formatIban({ text: before.replace('|', ''), caret });
    expect(`${edited.text.slice(0, edited.caret)}|${edited.text.slice(edited.caret)}`).toBe(after);
  });

  it('changes nothing about what it has formatted', () => {
    const once = formatIban({ text: 'DE89370400440532013000', caret: 22 });
    expect(formatIban(once)).toEqual(once);
  });
});

describe('validateIban', () => {
  it.each([
    [
      'SEPA',
      'DE89 3704 0044',
      { code: 'error.iban.length', params: { country: 'DE', length: 22, given: 12 } },
    ],
    ['SEPA', 'US12 3456', { code: 'error.iban.country', params: { country: 'US' } }],
    ['SEPA', 'DE89 3704 0044 0532 0130 OO', { code: 'error.iban.structure', params: { country: 'DE' } }],
    ['SEPA', 'DE88 3704 0044 0532 0130 00', { code: 'error.iban.checksum' }],
    ['SEPA', 'CH34 3000 0001 1000 1234 5', { code: 'error.iban.qr' }],
    ['SEPA', 'DE89 3704 0044 0532 0130 00', null],
    ['LSV', 'DE89 3704 0044 0532 0130 00', { code: 'error.iban.swiss', params: { country: 'DE' } }],
    ['LSV', 'CH83 0900 0000 1000 1234 5', { code: 'error.iban.usePostFinance' }],
    ['CH_DD', 'CH93 0076 2011 6238 5295 7', { code: 'error.iban.useLsv' }],
  ] as const)('says for %s what is wrong with %s', (scheme, typed, error) => {
    expect(validateIban(scheme)(normalizeIban(typed))).toEqual(error);
  });
});
