import type Stripe from 'stripe';
import type { ProviderInstrument } from '../../ports/provider.js';

type Details = ProviderInstrument['details'];

/** A payment method of Stripe's as it is shown, in the words of the gateway; null for a type that is none of ours. */
export function instrumentDetails(method: Stripe.PaymentMethod): Details | null {
  const { card, sepa_debit: sepa, bacs_debit: bacs, ideal, type } = method;
  const holder = method.billing_details.name ?? '';
  switch (type) {
    case 'card':
      return { creditCard: card ? creditCard(card, holder) : {} };
    case 'sepa_debit':
      return {
        sepa: {
          bankAccountDetails: {
            accountHolder: holder,
            iban: `${sepa?.country ?? ''}•• •••• ${sepa?.last4 ?? ''}`,
          },
        },
      };
    case 'bacs_debit':
      return {
        bacs: {
          accountHolder: holder,
          bankAccountNumber: `•••• ${bacs?.last4 ?? ''}`,
          ...(bacs?.sort_code && { bankLocationId: bacs.sort_code }),
        },
      };
    case 'ideal':
      return { ideal: ideal?.bank ? { issuer: ideal.bank } : {} };
    case 'bancontact':
      return { banContactCard: holder === '' ? {} : { cardHolder: holder } };
    case 'paypal':
      return { paypal: {} };
    case 'twint':
      return { twint: {} };
    default:
      return null;
  }
}

function creditCard(card: Stripe.PaymentMethod.Card, holder: string): NonNullable<Details['creditCard']> {
  return {
    brand: card.brand,
    ...(holder !== '' && { cardHolder: holder }),
    cardNumber: `•••• ${card.last4}`,
    expiry: `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`,
    ...(card.country !== null && { issuerCountry: card.country }),
  };
}
