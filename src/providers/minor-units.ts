import type { Money } from '@upc/contract/gateway';

/**
 * Converts an amount to the smallest unit of its currency, as providers require, with the number of decimals in ISO
 * 4217.
 */
export function minorUnits({ amount, currency }: Money): {
  readonly amount: number;
  readonly currency: string;
} {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return { amount: Math.round(amount * 10 ** digits), currency };
}
