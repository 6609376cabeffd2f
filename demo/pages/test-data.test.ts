import { catalogue, methodNames } from '@upc/contract/catalogue';
import { expect, it } from 'vitest';
import { studios } from '../backend/studios.js';
import { testData } from './test-data.js';

const purposes = [
  { scope: 'MEMBER_ACCOUNT', amount: 0 },
  { scope: 'ECOM', amount: 29.9 },
  { scope: 'ECOM', amount: 0 },
] as const;

/** What a studio with every method offers; the demo studios have them all. */
function offered(currency: string, { scope, amount }: (typeof purposes)[number]): readonly string[] {
  return methodNames.filter((method) => {
    const { scopes, currency: own } = catalogue[method];
    const isOffered = scopes[scope] === 'always' || (scopes[scope] === 'with-amount' && amount > 0);
    return isOffered && (own === null || own === currency);
  });
}

it.each(
  studios.flatMap(({ countryCode, currency }) =>
    purposes.map((purpose) => [countryCode, currency, purpose] as const),
  ),
)(
  '%s has values for each method that is offered there, and for no other (%s, %o)',
  (country, currency, purpose) => {
    expect(testData(country, purpose).map(({ method }) => method)).toEqual(offered(currency, purpose));
  },
);
