import type { PaymentMethodDefinition } from '../payment-method.js';

/** Cards: number, expiry and CVC are the provider's, in its secured fields. */
export const creditCard: PaymentMethodDefinition = {
  paymentMethod: 'CREDIT_CARD',
  submitRule: 'provider',
  icon: 'card',
  hasSecuredFields: true,
  load: async () => (await import('./credit-card-form.js')).creditCardForm,
};
