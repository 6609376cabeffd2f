import type { StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { Money } from '@upc/contract/gateway';
import { minorUnits } from '../minor-units.js';

/** With nothing to pay, the card is only collected. */
export function isSetup({ amount }: Money): boolean {
  return amount === 0;
}

/**
 * Tells Stripe's elements of the intent that the gateway will make at submit: the two must agree. Pure.
 *
 * @param saves the card may be charged again without the person.
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
