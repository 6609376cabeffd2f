import type { Money } from '@upc/contract/gateway';

/** An amount as providers count it: in the smallest unit of its currency, with as many decimals as ISO 4217 has. */
export function minorUnits({ amount, currency }: Money): {
  readonly amount: number;
  readonly currency: string;
} {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return { amount: Math.round(amount * 10 ** digits), currency };
}
