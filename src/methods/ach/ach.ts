import type { PaymentMethodDefinition } from '../payment-method.js';

/** ACH debit (WEB): an authorisation on a US account. */
export const ach: PaymentMethodDefinition = {
  paymentMethod: 'ACH',
  submitRule: 'boxes',
  nameKey: 'method.ACH',
  icon: 'bank',
  hasReview: false,
  hasSecuredFields: false,
  load: async () => (await import('./ach-form.js')).achForm,
};
