import type { PaymentMethodDefinition } from '../payment-method.js';

/** Cards: number, expiry and CVC are the provider's, in its secured fields. */
export const creditCard: PaymentMethodDefinition = {
  paymentMethod: 'CREDIT_CARD',
  submitRule: 'provider',
  nameKey: 'method.CREDIT_CARD',
  icon: 'card',
  hasReview: false,
  hasSecuredFields: true,
  load: async () => (await import('./credit-card-form.js')).creditCardForm,
};
