import { expect, it } from 'vitest';
import { DUPLICATE_RETURN, ENDING_RETURNS, RETURN_CODES } from './return-codes.js';

it('ends mandates for reasons that concern the payer, and never for a lack of money', () => {
  for (const code of ENDING_RETURNS) expect(['INVALID_ACCOUNT', 'DECLINED']).toContain(RETURN_CODES[code]);
});

it('ends every mandate whose account cannot be debited', () => {
  const invalid = Object.keys(RETURN_CODES).filter((code) => RETURN_CODES[code] === 'INVALID_ACCOUNT');
  expect(ENDING_RETURNS).toEqual(expect.arrayContaining(invalid));
});

it.each(['R08', 'R11', DUPLICATE_RETURN])('leaves the mandate as it is after %s', (code) => {
  expect(ENDING_RETURNS).not.toContain(code);
});
