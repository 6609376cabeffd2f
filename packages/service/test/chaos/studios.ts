import { catalogue, isOfferedFor, methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod, Scope } from '@upc/contract/gateway';

/** A demo studio, as a partner who integrates it knows it. */
export interface StudioOfPartner {
  readonly key: string;
  readonly publicKey: string;
  readonly currency: string;
  readonly country: string;
  /** The product: the term, and the methods that the offer takes; null where nothing is sold. */
  readonly sold: { readonly term: number; readonly methods: readonly PaymentMethod[] } | null;
}

export const BERLIN: StudioOfPartner = {
  key: 'test-key-northside-berlin-eur',
  publicKey: 'pk_test_northside_berlin',
  currency: 'EUR',
  country: 'DE',
  // Paid in full when it is signed: 399.00.
  sold: { term: 4104, methods: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH', 'BANK_TRANSFER'] },
};

/** One studio for each currency that methods differ by. */
const STUDIOS: readonly StudioOfPartner[] = [
  BERLIN,
  {
    key: 'test-key-seeblick-zuerich-chf',
    publicKey: 'pk_test_seeblick_zuerich',
    currency: 'CHF',
    country: 'CH',
    sold: { term: 4301, methods: ['CH_DD', 'LSV', 'CREDIT_CARD', 'CASH'] },
  },
  {
    key: 'test-key-harbour-bristol-gbp',
    publicKey: 'pk_test_harbour_bristol',
    currency: 'GBP',
    country: 'GB',
    sold: { term: 4501, methods: ['BACS', 'CREDIT_CARD', 'PAYPAL', 'CASH'] },
  },
  {
    key: 'test-key-lakeshore-chicago-usd',
    publicKey: 'pk_test_lakeshore_chicago',
    currency: 'USD',
    country: 'US',
    sold: { term: 4701, methods: ['ACH', 'CREDIT_CARD', 'PAYPAL', 'CASH'] },
  },
  {
    key: 'test-key-bayside-sydney-aud',
    publicKey: 'pk_test_bayside_sydney',
    currency: 'AUD',
    country: 'AU',
    sold: null,
  },
];

/** The methods that a session of a studio offers: in ECOM one with an amount. */
export function methodsIn(
  { currency }: StudioOfPartner,
  scope: Scope,
  amount = scope === 'ECOM' ? 1 : 0,
): readonly PaymentMethod[] {
  return methodNames.filter((method) => {
    const { currency: only } = catalogue[method];
    return isOfferedFor(method, scope, amount) && (only === null || only === currency);
  });
}

/** The studios that a story can be set in: all, those with an offer, or Berlin alone. */
export type Place = 'any' | 'selling' | 'berlin';

/** The studios of a place that offer a method in a scope. */
export function studiosFor(place: Place, method: PaymentMethod, scope: Scope): readonly StudioOfPartner[] {
  return STUDIOS.filter((studio) => {
    const fits = place === 'any' || (place === 'berlin' ? studio === BERLIN : studio.sold !== null);
    return fits && methodsIn(studio, scope).includes(method);
  });
}
