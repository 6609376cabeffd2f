import type { MethodForm } from '../forms/payment-method.js';

/** Cash: nothing to fill in; the studio is paid over the counter. */
export const cashForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session }) => ({ key: session.amount.amount > 0 ? 'cash.info.pay' : 'cash.info.save', facts: [] }),
  toDetails: () => undefined,
};

/** Bank transfer: nothing to fill in; the reference by which the studio recognises the money. */
export const bankTransferForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session: { amount, referenceText } }) => ({
    key: amount.amount > 0 ? 'bankTransfer.info.pay' : 'bankTransfer.info.save',
    facts: [{ labelKey: 'bankTransfer.reference', value: referenceText }],
  }),
  toDetails: () => undefined,
};
