/**
 * Formats an amount of minor units in a language.
 *
 * @param currency ISO 4217 code, which also determines the number of decimals
 */
export function formatAmount(amount: number, currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
