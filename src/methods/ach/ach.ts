import type { PaymentMethodDefinition } from '../payment-method.js';

/** ACH debit (WEB): an authorisation on a US account. */
export const ach: PaymentMethodDefinition = {
  paymentMethod: 'ACH',
  submitRule: 'boxes',
  icon: 'bank',
  load: async () => (await import('./ach-form.js')).achForm,
};
