import { catalogue } from '@upc/contract/catalogue';
import type { MethodForm } from '../forms/payment-method.js';

/** A page of the provider: nothing to fill in; what will happen there, now or once the order is complete. */
export const redirectForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session: { amount }, offer: { paymentMethod } }) => {
    const taken = catalogue[paymentMethod].hold === 'PAID' ? 'now' : 'later';
    return { key: `redirect.info.${amount.amount > 0 ? taken : 'save'}`, facts: [] };
  },
  toDetails: () => undefined,
};
