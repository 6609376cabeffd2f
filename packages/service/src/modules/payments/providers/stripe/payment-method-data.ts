import type { PaymentMethod } from '@upc/contract/gateway';
import type Stripe from 'stripe';
import type { Acceptance, ConfirmIntent } from '../provider.js';
import { STRIPE_TYPES, type StripeType } from '../providers.js';

/**
 * Returns Stripe's name of a method.
 *
 * @throws Error for a method that Stripe does not serve
 */
export function stripeType(method: PaymentMethod): StripeType {
  const type = STRIPE_TYPES[method];
  if (type === null) throw new Error(`${method} does not exist at Stripe.`);
  return type;
}

/** Returns the details that our own form collected, or only the method's name if a provider's page collects them. */
export function paymentMethodData({
  paymentMethod,
  details,
}: ConfirmIntent): Stripe.PaymentIntentConfirmParams.PaymentMethodData {
  const { accountHolder, email, address, iban = '', accountNumber = '', bankLocationId = '' } = details;
  const type = stripeType(paymentMethod);
  return {
    type,
    billing_details: {
      ...(accountHolder !== undefined && { name: accountHolder }),
      ...(email !== undefined && { email }),
      ...(address && {
        address: {
          line1: address.line1,
          ...(address.line2 !== undefined && { line2: address.line2 }),
          city: address.city,
          postal_code: address.postalCode,
          ...(address.state !== undefined && { state: address.state }),
          country: address.country,
        },
      }),
    },
    ...(type === 'sepa_debit' && { sepa_debit: { iban } }),
    ...(type === 'bacs_debit' && {
      bacs_debit: { account_number: accountNumber, sort_code: bankLocationId },
    }),
  };
}

/** Returns the person's agreement in Stripe's form: given online, with address and browser. */
export function mandateData({
  acceptedAt,
  ip,
  userAgent,
}: Acceptance): Stripe.SetupIntentConfirmParams.MandateData {
  return {
    customer_acceptance: {
      type: 'online',
      accepted_at: Math.floor(acceptedAt.getTime() / 1000),
      online: { ip_address: ip, user_agent: userAgent },
    },
  };
}
