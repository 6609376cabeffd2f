import type { WalletName } from '@upc/contract/frame-protocol';
import { brandOf } from '../cards/brands.js';
import type { Intent } from '../ledger/intent.js';
import { Refusal } from '../refusal.js';
import type { Card } from './card.js';
import { TEST_CARDS } from './test-data.js';

/** Numbers of the test cards in every simulated wallet. The wallet itself authenticates the payer. */
export const WALLET_CARDS = [
  '4242424242424242',
  '5555555555554444',
  '4000000000000002',
  '4000000000009995',
  '4000000000000069',
  '4000000000000119',
] as const;
export type WalletCard = (typeof WALLET_CARDS)[number];

/** Name on the cards in a wallet. */
const WALLET_HOLDER = 'Test Person';

/** Billing addresses in every simulated wallet, and whether the provider accepts cards from there. */
export const WALLET_ADDRESSES = [
  { country: 'DE', text: 'Musterstraße 1, 10115 Berlin', isAccepted: true },
  { country: 'CH', text: 'Musterweg 2, 8001 Zürich', isAccepted: true },
  { country: 'AQ', text: 'Amundsen–Scott Station', isAccepted: false },
] as const;

/** The payer's choices in a wallet, as the payment sheet sends them. */
export interface WalletDetails {
  readonly name: WalletName;
  /** Number of one of the wallet's test cards, never of a real one. */
  readonly card: WalletCard;
  /** ISO 3166-1 alpha-2 country of the billing address. */
  readonly country: string;
  /** Whether the payer has approved later charges, too. */
  readonly recurring: boolean;
}

/** Expiry date of the cards in a wallet. */
const EXPIRY = '12/2040';

/**
 * Returns the card of a wallet, with the verdict of its bank.
 *
 * @throws Refusal naming the parameter when the provider does not accept the billing address, or the intent stores a
 * card whose later charges the payer has not approved
 */
export function readWallet({ name, card, country, recurring }: WalletDetails, intent: Intent): Card {
  if (!WALLET_ADDRESSES.some((address) => address.isAccepted && address.country === country)) {
    throw Refusal.invalid(
      'country_unsupported',
      `Cards are accepted with a billing address in ${acceptedCountries()}, not in ${country}.`,
      'wallet.country',
    );
  }
  if (intent.saveInstrument && !recurring) {
    throw Refusal.invalid(
      'token_not_reusable',
      'The intent stores the card, but the payer has approved this payment only.',
      'wallet.recurring',
    );
  }
  const known = TEST_CARDS.find(({ number }) => number === card);
  if (known === undefined) throw new Error(`${card} is no test card.`);
  return {
    number: card,
    shown: {
      holder: WALLET_HOLDER,
      brand: brandOf(card)?.name ?? 'unknown',
      last4: card.slice(-4),
      expiry: EXPIRY,
      country: known.country,
      wallet: name,
    },
    bank: { verdict: known.verdict, onCharge: known.onCharge },
  };
}

const acceptedCountries = (): string =>
  WALLET_ADDRESSES.filter(({ isAccepted }) => isAccepted)
    .map(({ country }) => country)
    .join(' or ');
