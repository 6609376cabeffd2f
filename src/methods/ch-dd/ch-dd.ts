import type { PaymentMethodDefinition } from '../payment-method.js';

/** PostFinance direct debit: an authority on an account of PostFinance. */
export const chDD: PaymentMethodDefinition = {
  paymentMethod: 'CH_DD',
  submitRule: 'boxes',
  icon: 'bank',
  load: async () => (await import('./ch-dd-form.js')).chDDForm,
};
