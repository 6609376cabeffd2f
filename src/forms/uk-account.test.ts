import { toPlainAscii } from '@upc/contract/ascii';
import { describe, expect, it } from 'vitest';
import {
  formatSortCode,
  toUkAccountNumber,
  validateSortCode,
  validateUkAccountNumber,
} from './uk-account.js';

describe('a sort code', () => {
  it.each([
    ['108800', 6, '10-88-00', 8],
    ['10-88-00', 8, '10-88-00', 8],
    ['10 88 00', 8, '10-88-00', 8],
    ['1', 1, '1', 1],
    ['108', 3, '10-8', 4],
    // A digit is typed in the middle. The caret stays behind it.
    ['109-88-00', 3, '10-98-80-0', 4],
    // The dash is deleted. The digits and the caret stay.
    ['1088-00', 2, '10-88-00', 2],
    ['', 0, '', 0],
  ])('typed as %j with the caret at %i shows as %j with the caret at %i', (text, caret, shown, at) => {
    expect(formatSortCode({ text, caret })).toEqual({ text: shown, caret: at });
  });

  it.each([
    ['10-88-00', null],
    ['108800', null],
    ['１０８８００', null],
    ['١٠٨٨٠٠', null],
    ['10\u00a088\u201300', null],
    ['10-88', { code: 'error.sortCode', params: { given: 4 } }],
    ['10-88-000', { code: 'error.sortCode', params: { given: 7 } }],
    ['10-88-0O', { code: 'error.digits' }],
    ['<svg>', { code: 'error.digits' }],
  ])('%j is checked', (text, error) => {
    expect(validateSortCode(toPlainAscii(text))).toEqual(error);
  });
});

describe('a UK account number', () => {
  it.each([
    ['00012345', null, '00012345'],
    ['12345678', null, '12345678'],
    ['1234567', null, '01234567'],
    ['123456', null, '00123456'],
    ['0001 2345', null, '00012345'],
    ['12345', { code: 'error.accountNumber.uk', params: { given: 5 } }, undefined],
    ['123456789', { code: 'error.accountNumber.uk', params: { given: 9 } }, undefined],
    ['1234567X', { code: 'error.digits' }, undefined],
  ])('%j is checked, and sent with eight digits', (text, error, sent) => {
    const value = toPlainAscii(text);
    expect(validateUkAccountNumber(value)).toEqual(error);
    if (sent) expect(toUkAccountNumber(value)).toBe(sent);
  });
});
