import type { PaymentMethod } from '../gateway/gateway.js';
import { loadRedirect } from '../redirect/load-redirect.js';
import type { Brand, PaymentMethodDefinition } from './payment-method.js';

/**
 * A method that leads to a page of the provider.
 *
 * @param taken when an amount is taken: on that page, or once the order is complete.
 */
export function redirecting(
  paymentMethod: PaymentMethod,
  taken: 'now' | 'later',
  brand?: Brand,
): PaymentMethodDefinition {
  return {
    paymentMethod,
    submitRule: 'provider',
    icon: brand === 'paypal' ? brand : 'transfer',
    redirects: true,
    ...(brand && { brand }),
    load: async () => (await loadRedirect()).redirectForm(taken),
  };
}
