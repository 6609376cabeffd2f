/** Names of the card schemes that have a logo, by the name of the logo. */
const names: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  maestro: 'Maestro',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/**
 * Returns the logo and the name of a card scheme; undefined if it is unknown.
 *
 * @param spelled as its provider spells it, such as `amex`, `American Express` or `China UnionPay`.
 */
export function cardBrand(spelled = ''): readonly [logo: string, name: string] | undefined {
  const brand = spelled.toLowerCase();
  return Object.entries(names).find(([logo, name]) => brand.endsWith(logo) || brand === name.toLowerCase());
}
