import type { MethodForm } from '../payment-method.js';

/** Nothing to fill in: what will happen. */
export const cashForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session }) => ({ key: session.amount.amount > 0 ? 'cash.info.pay' : 'cash.info.save', facts: [] }),
  toDetails: () => undefined,
};
