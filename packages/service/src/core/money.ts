import type { Schemas } from '@upc/contract/gateway';

export type Money = Schemas['Money'];

/** Digits by currency, computed once: a request needs them many times, and creating a format is expensive. */
const DIGITS: ReadonlyMap<string, number> = new Map(
  Intl.supportedValuesOf('currency').map((currency) => [currency, digitsOf(currency)]),
);

/** Returns the number of digits after a currency's decimal point (ISO 4217). */
export function currencyDigits(currency: string): number {
  return DIGITS.get(currency) ?? digitsOf(currency);
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/**
 * Converts a decimal amount of the API to minor units, or returns null when it has more decimals than the currency.
 *
 * @param amount decimal, such as 19.99
 * @returns whole minor units, such as 1999
 */
export function toMinorUnits(amount: number, currency: string): number | null {
  const digits = currencyDigits(currency);
  const minor = Math.round(amount * 10 ** digits);
  return Number.isSafeInteger(minor) && fromMinorUnits(minor, currency) === amount ? minor : null;
}

/** Converts minor units to a decimal amount of the API. */
export function fromMinorUnits(minor: number, currency: string): number {
  const digits = currencyDigits(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

export function toMoney(minor: number, currency: string): Money {
  return { amount: fromMinorUnits(minor, currency), currency };
}
