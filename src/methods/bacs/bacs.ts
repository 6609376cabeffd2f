import type { PaymentMethodDefinition } from '../payment-method.js';

/** Bacs Direct Debit: an instruction on a UK account, with a page to check what was typed. */
export const bacs: PaymentMethodDefinition = {
  paymentMethod: 'BACS',
  submitRule: 'boxes',
  icon: 'bank',
  hasReview: true,
  load: async () => (await import('./bacs-form.js')).bacsForm,
};
