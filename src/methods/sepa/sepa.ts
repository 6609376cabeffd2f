import type { PaymentMethodDefinition } from '../payment-method.js';

/** SEPA Core direct debit: a mandate on an IBAN. */
export const sepa: PaymentMethodDefinition = {
  paymentMethod: 'SEPA',
  submitRule: 'boxes',
  nameKey: 'method.SEPA',
  icon: 'bank',
  hasReview: false,
  hasSecuredFields: false,
  load: async () => (await import('./sepa-form.js')).sepaForm,
};
