import { expect, it } from 'vitest';
import { ENDING_RETURNS, RETURN_CODES } from './return-codes.js';

it('ends every mandate whose account cannot be debited, and none for a lack of money', () => {
  const invalid = Object.keys(RETURN_CODES).filter((code) => RETURN_CODES[code] === 'INVALID_ACCOUNT');
  expect(ENDING_RETURNS).toEqual(expect.arrayContaining(invalid));
  for (const code of ENDING_RETURNS) expect(['INVALID_ACCOUNT', 'DECLINED']).toContain(RETURN_CODES[code]);
});
