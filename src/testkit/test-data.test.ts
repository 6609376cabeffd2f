import { expect, test } from 'vitest';
import { TEST_ACCOUNTS, TEST_CARDS } from '../../packages/simulator/src/bank/test-data.js';
import { accountOutcome, cardOutcome } from './test-data.js';

test('every card ends as at the simulated provider', () => {
  const ends = TEST_CARDS.map(({ number }) => [number, cardOutcome(number)]);
  const expected = TEST_CARDS.map(({ number, verdict, challenge }) => {
    const outcome = verdict === 'approved' ? 'SUCCESS' : verdict.toUpperCase();
    return [number, challenge === 'redirect' ? 'REDIRECT' : outcome];
  });
  expect(ends).toEqual(expected);
});

test('a card that is not listed is refused, an account is not', () => {
  expect(cardOutcome('4111111111111111')).toBe('DECLINED');
  expect(accountOutcome({ iban: 'DE02120300000000202051' })).toBe('SUCCESS');
});

test('every account ends as at the simulated provider', () => {
  // A BECS account is entered on the provider's page.
  const accounts = TEST_ACCOUNTS.filter(({ methods }) => !methods.includes('BECS'));
  const ends = accounts.map(({ number }) => {
    const [bankLocationId = '', accountNumber] = number.split('/');
    return [
      number,
      accountOutcome(accountNumber === undefined ? { iban: number } : { bankLocationId, accountNumber }),
    ];
  });
  expect(ends).toEqual(
    accounts.map(({ number, onSetup }) => [
      number,
      onSetup === 'approved' ? 'SUCCESS' : onSetup.toUpperCase(),
    ]),
  );
});
