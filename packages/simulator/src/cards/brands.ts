/** A card scheme, as far as its numbers show. */
export interface CardBrand {
  readonly name: string;
  readonly label: string;
  /** Ranges of leading digits; both ends have the same number of digits. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly lengths: readonly number[];
  /** After which digits a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: 3 | 4;
  /** At how many digits a right number counts as typed in full: cards with more exist where it is not the longest. */
  readonly enteredAt: number;
}

const GROUPS_OF_FOUR = [4, 8, 12, 16] as const;
const one = (prefix: string): readonly [string, string] => [prefix, prefix];

/** Public issuer ranges, simplified to what a form needs. */
const CARD_BRANDS: readonly CardBrand[] = [
  {
    name: 'visa',
    label: 'Visa',
    ranges: [one('4')],
    lengths: [13, 16, 19],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 16,
  },
  {
    name: 'mastercard',
    label: 'Mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 16,
  },
  {
    name: 'amex',
    label: 'American Express',
    ranges: [one('34'), one('37')],
    lengths: [15],
    gaps: [4, 10],
    cvcLength: 4,
    enteredAt: 15,
  },
  {
    name: 'maestro',
    label: 'Maestro',
    ranges: [one('50'), ['56', '58'], one('6304'), one('639'), one('67')],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 19,
  },
  {
    name: 'discover',
    label: 'Discover',
    ranges: [one('6011'), ['644', '649'], one('65')],
    lengths: [16, 17, 18, 19],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 16,
  },
  {
    name: 'diners',
    label: 'Diners Club',
    ranges: [['300', '305'], one('3095'), one('36'), ['38', '39']],
    lengths: [14, 16, 19],
    gaps: [4, 10],
    cvcLength: 3,
    enteredAt: 14,
  },
  {
    name: 'jcb',
    label: 'JCB',
    ranges: [['3528', '3589']],
    lengths: [16, 17, 18, 19],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 16,
  },
  {
    name: 'unionpay',
    label: 'UnionPay',
    ranges: [one('62'), one('81')],
    lengths: [16, 17, 18, 19],
    gaps: GROUPS_OF_FOUR,
    cvcLength: 3,
    enteredAt: 19,
  },
];

/** The scheme that the digits belong to, or undefined while that is open or when no scheme has them. */
export function brandOf(digits: string): CardBrand | undefined {
  return CARD_BRANDS.find(({ ranges }) =>
    ranges.some(([from, to]) => {
      const start = digits.slice(0, from.length);
      return start.length === from.length && start >= from && start <= to;
    }),
  );
}
