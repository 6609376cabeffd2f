import type { PaymentMethodDefinition } from '../payment-method.js';

/** Bank transfer: nothing is asked; the member sends the money. */
export const bankTransfer: PaymentMethodDefinition = {
  paymentMethod: 'BANK_TRANSFER',
  submitRule: 'chosen',
  nameKey: 'method.BANK_TRANSFER',
  icon: 'transfer',
  hasReview: false,
  hasSecuredFields: false,
  load: async () => (await import('./bank-transfer-form.js')).bankTransferForm,
};
