import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { Money } from '@upc/contract/gateway';
import { minorUnits } from '../minor-units.js';

/** Returns whether the card is only collected, because nothing is to be paid. */
export function isSetup({ amount }: Money): boolean {
  return amount === 0;
}

/**
 * Describes to Stripe's elements the intent that the gateway will create on submission, without side effects. The two
 * must agree.
 *
 * @param saves whether the card may be charged again without the person.
 */
export function intentOptions(money: Money, saves: boolean): StripeElementsOptionsMode {
  const { amount, currency } = minorUnits(money);
  const card = { currency: currency.toLowerCase(), allowedPaymentMethodTypes: ['card'] };
  return isSetup(money)
    ? { ...card, mode: 'setup', setupFutureUsage: 'off_session' }
    : { ...card, mode: 'payment', amount, captureMethod: 'manual', setupFutureUsage: futureUsage(saves) };
}

export function futureUsage(saves: boolean): 'off_session' | null {
  return saves ? 'off_session' : null;
}
