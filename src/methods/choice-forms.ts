import type { MethodForm } from '../forms/payment-method.js';
import { transferInfo } from '../forms/transfer-account.js';

/** Cash payment, without fields: the person pays at the studio's counter. */
export const cashForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session }) => ({ key: session.amount.amount > 0 ? 'cash.info.pay' : 'cash.info.save', facts: [] }),
  toDetails: () => undefined,
};

/**
 * Bank transfer, without fields: it shows the account to pay to and the reference by which the studio recognises the
 * payment.
 */
export const bankTransferForm: MethodForm = {
  fields: () => [],
  consents: () => [],
  info: ({ session, offer }) => transferInfo(session, offer),
  toDetails: () => undefined,
};
