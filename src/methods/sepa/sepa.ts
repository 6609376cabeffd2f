import type { PaymentMethodDefinition } from '../payment-method.js';

/** SEPA Core direct debit: a mandate on an IBAN. */
export const sepa: PaymentMethodDefinition = {
  paymentMethod: 'SEPA',
  submitRule: 'boxes',
  icon: 'bank',
  load: async () => (await import('./sepa-form.js')).sepaForm,
};
