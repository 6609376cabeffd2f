import type { Schemas } from '@upc/contract/gateway';

export type Money = Schemas['Money'];

/** Looked up once: a request asks many times, and a format is dear to make. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  Intl.supportedValuesOf('currency').map((currency) => [currency, digitsOf(currency)]),
);

/** Digits after the decimal point that a currency has (ISO 4217). */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? digitsOf(currency);
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * A decimal amount of the wire in minor units, or null when it has more decimals than the currency.
 *
 * @param amount decimal, e.g. 19.99
 * @returns whole minor units, e.g. 1999
 */
export function toMinorUnits(amount: number, currency: string): number | null {
  const digits = currencyDigits(currency);
  const minor = Math.round(amount * 10 ** digits);
  return Number.isSafeInteger(minor) && fromMinorUnits(minor, currency) === amount ? minor : null;
}

/** Minor units as the decimal of the wire. */
export function fromMinorUnits(minor: number, currency: string): number {
  const digits = currencyDigits(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

export function toMoney(minor: number, currency: string): Money {
  return { amount: fromMinorUnits(minor, currency), currency };
}
