import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import type { Session } from '@upc/contract/gateway';
import type { Wallet } from '../provider.js';
import { minorUnits } from '../minor-units.js';
import type { ExpressMethods } from './stripe-api.js';

type ApplePay = NonNullable<StripeExpressCheckoutElementOptions['applePay']>;

/** Wallets with a button by Stripe's name for them. */
const wallets: Readonly<Record<string, Wallet>> = { apple_pay: 'APPLE_PAY', google_pay: 'GOOGLE_PAY' };

/** Returns the wallet of Stripe's payment type, or undefined for a type that the widget does not offer. */
export function walletOf(expressPaymentType: string): Wallet | undefined {
  return wallets[expressPaymentType];
}

/** Returns whether an express payment of the session stores the card. */
export function savesCard({ scope }: Pick<Session, 'scope'>): boolean {
  return scope === 'MEMBER_ACCOUNT';
}

/**
 * Returns the options of the buttons, without side effects.
 *
 * @param page address of the page, without query and fragment.
 */
export function expressOptions(session: Session, page: string): StripeExpressCheckoutElementOptions {
  return {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      // A press of Link may return something that is not a card (docs/stripe.md).
      link: 'never',
      amazonPay: 'never',
      klarna: 'never',
      paypal: 'never',
    },
    business: { name: session.creditor.name },
    buttonHeight: 48,
    // The default of Google Pay says "Buy", which is wrong when nothing is paid.
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    // Stripe.js asks for the address unless it is told not to. A wallet's card needs neither address nor name.
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    shippingAddressRequired: false,
    ...(savesCard(session) && { applePay: merchantToken(session, page) }),
  };
}

/**
 * Requests a token from Apple Pay that belongs to the merchant, so that later charges work when the person has another
 * device. Apple requires an amount; that of the session is the only one known.
 */
function merchantToken({ amount, referenceText }: Session, managementURL: string): ApplePay {
  return {
    recurringPaymentRequest: {
      paymentDescription: referenceText,
      managementURL,
      regularBilling: { label: referenceText, amount: minorUnits(amount).amount },
    },
  };
}

/** Explains to developers why there is no button, or returns undefined if there is one. */
export function reasonForNoButton(available: ExpressMethods | undefined): string | undefined {
  if (available?.applePay || available?.googlePay) return undefined;
  return (
    'Stripe offers neither Apple Pay nor Google Pay here. Check that this browser has a wallet with a card, that the ' +
    "page's domain is registered for both at Stripe (upc-service stripe register-domains), that an enclosing iframe has " +
    'allow="payment", and that no Permissions-Policy forbids "payment".'
  );
}
