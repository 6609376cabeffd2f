import type { WalletName } from '@upc/contract/frame-protocol';
import { brandOf } from '../cards/brands.js';
import { CARD_FIELD_RULES, CARD_FIELDS, parseExpiry, type CardFieldName } from '../cards/card-fields.js';
import { digitsOf } from '../cards/digits.js';
import { Refusal } from '../refusal.js';
import { TEST_CARDS, type TestCard } from './test-data.js';

/** Details that the provider's frame sends. They exist only in this one request and in memory. */
export type CardDetails = Readonly<Record<CardFieldName, string>> & { readonly holder?: string };

export interface Card {
  /** The whole number, from which the fingerprint is made. */
  readonly number: string;
  readonly shown: {
    readonly holder?: string;
    readonly brand: string;
    readonly last4: string;
    readonly expiry: string;
    readonly country?: string;
    readonly wallet?: WalletName;
  };
  readonly bank: Pick<TestCard, 'challenge' | 'verdict' | 'onCharge'>;
}

/** Verdict for cards that are not test cards. Real cards are declined, so that no payer pays here by mistake. */
const UNKNOWN = { verdict: 'declined', onCharge: 'declined' } as const;

/**
 * Reads a card and the verdict of its bank.
 *
 * @throws Refusal `parameter_invalid` naming the field
 */
export function readCard(details: CardDetails, now: Date): Card {
  const number = digitsOf(details.number);
  const brand = brandOf(number);
  for (const field of CARD_FIELDS) {
    const error = CARD_FIELD_RULES[field].check(details[field], { brand, now });
    if (error !== null) {
      throw Refusal.invalid('parameter_invalid', `card.${field} is wrong (${error}).`, `card.${field}`);
    }
  }
  const expiry = parseExpiry(details.expiry);
  const known = TEST_CARDS.find((card) => card.number === number);
  const holder = details.holder?.trim();
  return {
    number,
    shown: {
      ...(holder && { holder }),
      brand: brand?.name ?? 'unknown',
      last4: number.slice(-4),
      expiry: expiry ? `${String(expiry.month).padStart(2, '0')}/${expiry.year}` : '',
      ...(known && { country: known.country }),
    },
    bank: known ?? UNKNOWN,
  };
}
