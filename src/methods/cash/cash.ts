import type { PaymentMethodDefinition } from '../payment-method.js';

/** Cash: nothing is asked; the studio is paid over the counter. */
export const cash: PaymentMethodDefinition = {
  paymentMethod: 'CASH',
  submitRule: 'chosen',
  icon: 'coin',
  load: async () => (await import('./cash-form.js')).cashForm,
};
