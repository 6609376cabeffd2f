import { expect, test } from 'vitest';
import { TEST_ACCOUNTS, TEST_CARDS } from '../simulator/src/bank/test-data.js';
import { accountOutcome, cardOutcome } from './test-data.js';

test.each(TEST_CARDS)('card $number ends as at the simulated provider', ({ number, verdict, challenge }) => {
  const outcome = verdict === 'approved' ? 'SUCCESS' : verdict.toUpperCase();
  expect(cardOutcome(number)).toBe(challenge === 'redirect' ? 'REDIRECT' : outcome);
});

test('a card that is not listed is refused, an account is not', () => {
  expect(cardOutcome('4111111111111111')).toBe('DECLINED');
  expect(accountOutcome({ iban: 'DE02120300000000202051' })).toBe('SUCCESS');
});

// An account of BECS is typed in on a page of the provider's.
test.each(TEST_ACCOUNTS.filter(({ methods }) => !methods.includes('BECS')))(
  'account $number ends as at the simulated provider',
  ({ number, onSetup }) => {
    const [bankLocationId = '', accountNumber] = number.split('/');
    const details = accountNumber === undefined ? { iban: number } : { bankLocationId, accountNumber };
    expect(accountOutcome(details)).toBe(onSetup === 'approved' ? 'SUCCESS' : onSetup.toUpperCase());
  },
);
