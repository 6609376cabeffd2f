import creditCardType from 'credit-card-type';

/** A card scheme, as recognised by the first digits of a card number. */
export interface CardBrand {
  readonly name: string;
  readonly label: string;
  readonly lengths: readonly number[];
  /** Numbers of digits after which a space is shown. */
  readonly gaps: readonly number[];
  readonly cvcLength: 3 | 4;
  /**
   * Number of digits at which a valid number counts as fully typed. Where it is not the longest length, longer numbers
   * exist too.
   */
  readonly enteredAt: number;
}

/** Schemes that this provider accepts, from the library's name to that of the API. */
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
// The library also assigns all other numbers beginning with 6 to Maestro, which would leave 62 (UnionPay) undecided.
creditCardType.updateCard('maestro', { patterns: [50, [56, 58], 6304, 639, 67] });

/** Returns the scheme that the digits belong to; undefined if several or none match. */
export function brandOf(digits: string): CardBrand | undefined {
  const [card, other] = creditCardType(digits);
  if (card === undefined || other !== undefined) return undefined;
  const { type, niceType, lengths, gaps, code } = card;
  return {
    name: NAMES.get(type) ?? type,
    label: niceType,
    lengths,
    // The library groups only the first 16 digits, but a number may have 19.
    gaps: gaps.length === 3 ? [...gaps, 16] : gaps,
    cvcLength: code.size === 4 ? 4 : 3,
    enteredAt: type === 'maestro' || type === 'unionpay' ? Math.max(...lengths) : Math.min(...lengths),
  };
}
