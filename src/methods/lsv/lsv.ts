import type { PaymentMethodDefinition } from '../payment-method.js';

/** LSV+ direct debit: an authority on an account of any other Swiss or Liechtenstein bank. */
export const lsv: PaymentMethodDefinition = {
  paymentMethod: 'LSV',
  submitRule: 'boxes',
  icon: 'bank',
  load: async () => (await import('./lsv-form.js')).lsvForm,
};
