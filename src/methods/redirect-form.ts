import { catalogue } from '@upc/contract/catalogue';
import type { MethodForm } from '../forms/payment-method.js';

/**
 * Form for a payment on the provider's page, without fields. It explains whether money is taken there now or later, or
 * only a method saved.
 */
export const redirectForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session: { amount }, offer: { paymentMethod } }) => {
    const taken = catalogue[paymentMethod].hold === 'PAID' ? 'now' : 'later';
    return { key: `redirect.info.${amount.amount > 0 ? taken : 'save'}`, facts: [] };
  },
  toDetails: () => undefined,
};
