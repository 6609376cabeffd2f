import { currencyDigits } from '../../../../core/money.js';
import { ProviderRequestError } from '../provider.js';

/**
 * Currencies that Stripe does not count in hundredths (docs.stripe.com/currencies). ISK and UGX are not among them:
 * Stripe counts them in hundredths, although they have none.
 */
const WHOLE = [
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'JPY',
  'KMF',
  'KRW',
  'MGA',
  'PYG',
  'RWF',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
];
const THOUSANDTHS = ['BHD', 'JOD', 'KWD', 'OMR', 'TND'];

/**
 * Converts our minor units to Stripe's.
 *
 * @param minor whole minor units, e.g. 1999 for 19.99 EUR
 * @throws ProviderRequestError when Stripe cannot represent the amount; in currencies with thousandths it accepts only
 * multiples of ten
 */
export function toStripeAmount(minor: number, currency: string): number {
  const amount = minor * factor(currency);
  const step = THOUSANDTHS.includes(currency) ? 10 : 1;
  if (Number.isSafeInteger(amount) && amount % step === 0) return amount;
  throw new ProviderRequestError(`Stripe cannot take ${minor} ${currency} (minor units).`, 'amount_invalid');
}

/**
 * Converts Stripe's units to our minor units.
 *
 * @param currency in upper or lower case
 */
export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount / factor(currency.toUpperCase()));
}

function factor(currency: string): number {
  const theirs = WHOLE.includes(currency) ? 0 : THOUSANDTHS.includes(currency) ? 3 : 2;
  return 10 ** (theirs - currencyDigits(currency));
}
