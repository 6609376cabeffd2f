import { currencyDigits } from '../../payments/money.js';
import { ProviderRequestError } from '../provider.js';

/** Digits that Stripe counts where they are not those of ISO 4217 (docs.stripe.com/currencies, zero-decimal and special cases). */
const DIGITS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 2,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  MGA: 0,
  PYG: 0,
  RWF: 0,
  UGX: 2,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
};

/**
 * Our minor units in Stripe's.
 *
 * @param minor whole minor units of the currency by ISO 4217, e.g. 1999 for 19.99 EUR
 * @throws ProviderRequestError when Stripe has no unit that is small enough
 */
export function toStripeAmount(minor: number, currency: string): number {
  const amount = minor * factor(currency);
  if (Number.isSafeInteger(amount)) return amount;
  throw new ProviderRequestError(
    `${minor} ${currency} (minor units) is no whole amount at Stripe.`,
    'amount_invalid',
  );
}

/** Stripe's units in our minor units. @param currency as Stripe writes it or as we do */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / factor(currency.toUpperCase()));
}

function factor(currency: string): number {
  const ours = currencyDigits(currency);
  return 10 ** ((DIGITS[currency] ?? ours) - ours);
}
