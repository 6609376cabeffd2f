import { catalogue, isOfferedFor, methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod, Scope } from '@upc/contract/gateway';
import type { StudioBank } from '../../src/modules/studios/studios.stored.js';

/** A demo studio, with the data that an integrated partner has. */
export interface StudioOfPartner {
  readonly key: string;
  readonly publicKey: string;
  readonly currency: string;
  readonly country: string;
  /** The product: the term, and the methods that the offer accepts; null if nothing is sold. */
  readonly sold: { readonly term: number; readonly methods: readonly PaymentMethod[] } | null;
  /** Its own bank, which collects from files; null if the provider collects everything. */
  readonly bank: StudioBank | null;
}

export const BERLIN: StudioOfPartner = {
  key: 'test-key-northside-berlin-eur',
  publicKey: 'pk_test_northside_berlin',
  currency: 'EUR',
  country: 'DE',
  // This term is paid in full when it is signed: 399.00.
  sold: { term: 4104, methods: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH', 'BANK_TRANSFER'] },
  bank: null,
};

const VALENCIA: StudioOfPartner = {
  key: 'test-key-turia-valencia-eur',
  publicKey: 'pk_test_turia_valencia',
  currency: 'EUR',
  country: 'ES',
  sold: { term: 4911, methods: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'CASH'] },
  bank: { SEPA: { iban: 'ES9121000418450200051332', cutOff: '10:00' } },
};

/** One studio for each currency by which methods differ, and for euros another one with its own bank. */
const STUDIOS: readonly StudioOfPartner[] = [
  BERLIN,
  VALENCIA,
  {
    key: 'test-key-seeblick-zuerich-chf',
    publicKey: 'pk_test_seeblick_zuerich',
    currency: 'CHF',
    country: 'CH',
    sold: { term: 4301, methods: ['CH_DD', 'LSV', 'CREDIT_CARD', 'CASH'] },
    bank: {
      LSV: { iban: 'CH9300762011623852957', cutOff: '10:00' },
      CH_DD: { iban: 'CH8309000000100012345', cutOff: '12:00' },
    },
  },
  {
    key: 'test-key-harbour-bristol-gbp',
    publicKey: 'pk_test_harbour_bristol',
    currency: 'GBP',
    country: 'GB',
    sold: { term: 4501, methods: ['BACS', 'CREDIT_CARD', 'PAYPAL', 'CASH'] },
    bank: null,
  },
  {
    key: 'test-key-lakeshore-chicago-usd',
    publicKey: 'pk_test_lakeshore_chicago',
    currency: 'USD',
    country: 'US',
    sold: { term: 4701, methods: ['ACH', 'CREDIT_CARD', 'PAYPAL', 'CASH'] },
    bank: {
      ACH: {
        routingNumber: '091000019',
        bankName: 'EXAMPLE BANK',
        originId: '1234567890',
        companyId: '1234567890',
        cutOff: '16:00',
      },
    },
  },
  {
    key: 'test-key-bayside-sydney-aud',
    publicKey: 'pk_test_bayside_sydney',
    currency: 'AUD',
    country: 'AU',
    sold: null,
    bank: {
      BECS: {
        bsb: '062000',
        accountNumber: '12345678',
        userId: '301500',
        userName: 'BAYSIDE FITNESS',
        bankAbbreviation: 'CBA',
        cutOff: '16:00',
      },
    },
  },
];

/** Studios that collect some methods through their own banks. */
export const STUDIOS_WITH_BANK = STUDIOS.filter(({ bank }) => bank !== null);

/** Returns the methods that a studio's session offers. An ECOM session has an amount. */
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

/** Studios in which a story can be set: all, those with an offer, or only Berlin. */
export type Place = 'any' | 'selling' | 'berlin';

/** Returns the studios of a place that offer a method in a scope. */
export function studiosFor(place: Place, method: PaymentMethod, scope: Scope): readonly StudioOfPartner[] {
  return STUDIOS.filter((studio) => {
    const fits = place === 'any' || (place === 'berlin' ? studio === BERLIN : studio.sold !== null);
    return fits && methodsIn(studio, scope).includes(method);
  });
}
