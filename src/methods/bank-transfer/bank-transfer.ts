import type { PaymentMethodDefinition } from '../payment-method.js';

/** Bank transfer: nothing is asked; the member sends the money. */
export const bankTransfer: PaymentMethodDefinition = {
  paymentMethod: 'BANK_TRANSFER',
  submitRule: 'chosen',
  icon: 'transfer',
  load: async () => (await import('./bank-transfer-form.js')).bankTransferForm,
};
