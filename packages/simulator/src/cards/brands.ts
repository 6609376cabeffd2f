import creditCardType from 'credit-card-type';

/** A card scheme, as far as its numbers show. */
export interface CardBrand {
  readonly name: string;
  readonly label: string;
  readonly lengths: readonly number[];
  /** After which digits a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: 3 | 4;
  /** At how many digits a right number counts as typed in full: cards with more exist where it is not the longest. */
  readonly enteredAt: number;
}

/** Schemes that this provider takes: the library's name, and that of the API. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['visa', 'visa'],
  ['mastercard', 'mastercard'],
  ['american-express', 'amex'],
  ['maestro', 'maestro'],
  ['discover', 'discover'],
  ['diners-club', 'diners'],
  ['jcb', 'jcb'],
  ['unionpay', 'unionpay'],
]);

for (const type of Object.values(creditCardType.types)) if (!NAMES.has(type)) creditCardType.removeCard(type);
// The library also gives Maestro whatever begins with 6, which would leave 62 (UnionPay) undecided.
creditCardType.updateCard('maestro', { patterns: [50, [56, 58], 6304, 639, 67] });

/** The scheme that the digits belong to, or undefined while that is open or when no scheme has them. */
export function brandOf(digits: string): CardBrand | undefined {
  const [card, other] = creditCardType(digits);
  if (card === undefined || other !== undefined) return undefined;
  const { type, niceType, lengths, gaps, code } = card;
  return {
    name: NAMES.get(type) ?? type,
    label: niceType,
    lengths,
    // The library ends its groups of four with the 16th digit; a number may have 19.
    gaps: gaps.length === 3 ? [...gaps, 16] : gaps,
    cvcLength: code.size === 4 ? 4 : 3,
    enteredAt: type === 'maestro' || type === 'unionpay' ? Math.max(...lengths) : Math.min(...lengths),
  };
}
