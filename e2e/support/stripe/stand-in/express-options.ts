import type { StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import { IntegrationError } from './integration-error.js';
import type { WalletType } from './protocol.js';

const known = [
  'allowedShippingCountries',
  'applePay',
  'billingAddressRequired',
  'business',
  'buttonHeight',
  'buttonTheme',
  'buttonType',
  'emailRequired',
  'layout',
  'lineItems',
  'paymentMethodOrder',
  'paymentMethods',
  'phoneNumberRequired',
  'shippingAddressRequired',
  'shippingRates',
];
const methods = ['amazonPay', 'applePay', 'googlePay', 'klarna', 'link', 'paypal'];

/** Refuses the options of an Express Checkout Element that Stripe.js refuses. */
export function requireExpressOptions(options: StripeExpressCheckoutElementOptions): void {
  for (const name of Object.keys(options)) {
    if (!known.includes(name)) wrong(`${name} is not an accepted parameter.`);
  }
  const { buttonHeight = 44, paymentMethods = {}, applePay } = options;
  if (buttonHeight < 40 || buttonHeight > 55) wrong('buttonHeight must be from 40 to 55.');
  for (const [name, value] of Object.entries(paymentMethods)) {
    const allowed = ['auto', 'never', ...(/^(apple|google)Pay$/.test(name) ? ['always'] : [])];
    if (!methods.includes(name) || !allowed.includes(value)) wrong(`paymentMethods.${name} is "${value}".`);
  }
  const { recurringPaymentRequest: request } = applePay ?? {};
  if (!request) return;
  const { paymentDescription, managementURL, regularBilling } = request;
  if (!paymentDescription || !URL.canParse(managementURL) || !regularBilling.label)
    wrong('applePay.recurringPaymentRequest lacks a required member.');
  if (!Number.isInteger(regularBilling.amount) || regularBilling.amount < 0)
    wrong('applePay.recurringPaymentRequest.regularBilling.amount must be an integer.');
}

/**
 * Returns the wallets that may have a button. Apple Pay and Google Pay need the type `card`; Link needs `link` as well.
 */
export function walletsOf(
  { applePay, googlePay, link }: NonNullable<StripeExpressCheckoutElementOptions['paymentMethods']> = {},
  types: unknown,
): readonly WalletType[] {
  const allowed: readonly unknown[] = Array.isArray(types) ? types : [];
  if (!allowed.includes('card')) return [];
  return [
    ...(applePay === 'never' ? [] : (['apple_pay'] as const)),
    ...(googlePay === 'never' ? [] : (['google_pay'] as const)),
    ...(link !== 'never' && allowed.includes('link') ? (['link'] as const) : []),
  ];
}

function wrong(what: string): never {
  throw new IntegrationError(`Invalid value for elements.create('expressCheckout'): ${what}`);
}
