import { toPlainAscii } from '@upc/contract/ascii';
import { describe, expect, it } from 'vitest';
import { validateRoutingNumber, validateUsAccountNumber } from './us-account.js';

describe('a routing number', () => {
  it.each([
    ['110000000', null],
    ['021000021', null],
    ['0210 0002 1', null],
    ['٠٢١٠٠٠٠٢١', null],
    ['110000001', { code: 'error.routingNumber' }],
    ['201000021', { code: 'error.routingNumber' }],
    ['000000000', { code: 'error.routingNumber' }],
    ['11000000', { code: 'error.routingNumber.length', params: { given: 8 } }],
    ['1100000000', { code: 'error.routingNumber.length', params: { given: 10 } }],
    ['11000000O', { code: 'error.digits' }],
  ])('%j is checked', (text, error) => {
    expect(validateRoutingNumber(toPlainAscii(text))).toEqual(error);
  });
});

describe('a US account number', () => {
  it.each([
    ['000123456789', null],
    ['1234', null],
    ['12345678901234567', null],
    ['000-123-456', null],
    ['123', { code: 'error.accountNumber.us', params: { given: 3 } }],
    ['123456789012345678', { code: 'error.accountNumber.us', params: { given: 18 } }],
    ['12a4', { code: 'error.digits' }],
  ])('%j is checked', (text, error) => {
    expect(validateUsAccountNumber(toPlainAscii(text))).toEqual(error);
  });
});
