import type { FailureCode, PaymentDetails, PaymentMethod } from '@upc/contract/gateway';
import type { Outcome } from './outcomes.js';

/*
 * Outcomes of entries at the simulated provider's bank (packages/simulator/src/bank/test-data.ts; a test compares
 * them). The kit is one file in a partner's tests, so it cannot import from there.
 */

/** Accounts that are refused, by their digits and letters. All others succeed. */
const refused: Readonly<Record<string, FailureCode>> = {
  DE62370400440532013001: 'DECLINED',
  IT59W0542811101000000044444: 'DECLINED',
  ES7521000418410200044444: 'DECLINED',
  CH0809000000100044444: 'DECLINED',
  CH5400762011623844444: 'DECLINED',
  '108800/00044444': 'INVALID_ACCOUNT',
  '110000000/000111111116': 'INVALID_ACCOUNT',
};

/** Outcomes of cards by their digits. All others are declined. */
const cards: Readonly<Record<string, Outcome>> = {
  '4242424242424242': 'SUCCESS',
  '5555555555554444': 'SUCCESS',
  '378282246310005': 'SUCCESS',
  '6011111111111117': 'SUCCESS',
  '30569309025904': 'SUCCESS',
  '3566002020360505': 'SUCCESS',
  '6200000000000005': 'SUCCESS',
  '6759649826438453': 'SUCCESS',
  // The provider's challenge window is not available in unit tests.
  '4000000000003220': 'SUCCESS',
  '4000002760003184': 'REDIRECT',
  '4000000000000002': 'DECLINED',
  '4000000000009995': 'INSUFFICIENT_FUNDS',
  '4000000000000069': 'EXPIRED_CARD',
  '4000000000000127': 'INCORRECT_CVC',
  '4000000000000119': 'PROCESSING_ERROR',
  '4000008400001629': 'DECLINED',
};

/** Returns the outcome of a payment with the account. */
export function accountOutcome({ iban, bankLocationId, accountNumber }: PaymentDetails): Outcome {
  return refused[iban?.replaceAll(' ', '') ?? `${bankLocationId}/${accountNumber}`] ?? 'SUCCESS';
}

/** Returns the outcome of a payment with the card. */
export function cardOutcome(digits: string): Outcome {
  return cards[digits] ?? 'DECLINED';
}

/** Accounts that succeed, by method. The other methods need no account. */
const accounts: Readonly<Partial<Record<PaymentMethod, Readonly<Record<string, string>>>>> = {
  SEPA: { iban: 'DE89370400440532013000' },
  CH_DD: { iban: 'CH8309000000100012345' },
  LSV: { iban: 'CH9300762011623852957' },
  BACS: { bankLocationId: '108800', accountNumber: '00012345' },
  ACH: { bankLocationId: '110000000', accountNumber: '000123456789' },
};

const person = {
  accountHolder: 'Mara Lindner',
  cardHolder: 'Mara Lindner',
  email: 'mara.lindner@example.com',
  'address.line1': '1 Example Street',
  'address.line2': 'Second floor',
  'address.city': 'Exampleton',
  'address.state': 'CA',
  number: '4242424242424242',
  expiry: '12/40',
  cvc: '123',
};

/** Postal codes for countries whose format is checked. Elsewhere five digits are valid. */
const postalCodes: Readonly<Record<string, string>> = { GB: 'SW1A 1AA' };
const countriesOfFourDigits = 'AL AT BE BG CH CY DK HU LI LU MK NO SI'.split(' ');

/**
 * Returns values that succeed, by the name of the field.
 *
 * @param country ISO 3166-1 alpha-2 country of the address.
 */
export function goodValues(
  method: PaymentMethod | undefined,
  country: string,
): Readonly<Record<string, string>> {
  const postalCode = postalCodes[country] ?? (countriesOfFourDigits.includes(country) ? '8001' : '10115');
  return { ...person, 'address.postalCode': postalCode, ...(method && accounts[method]) };
}
