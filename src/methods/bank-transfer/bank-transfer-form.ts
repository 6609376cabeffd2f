import type { MethodForm } from '../payment-method.js';

/** Nothing to fill in: what will happen, and the reference by which the studio knows the money. */
export const bankTransferForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session: { amount, referenceText } }) => ({
    key: amount.amount > 0 ? 'bankTransfer.info.pay' : 'bankTransfer.info.save',
    facts: [{ labelKey: 'bankTransfer.reference', value: referenceText }],
  }),
  toDetails: () => undefined,
};
