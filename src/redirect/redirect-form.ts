import type { MethodForm } from '../methods/payment-method.js';

/**
 * Nothing to fill in: what will happen on the page that the person is sent to.
 *
 * @param taken when an amount is taken: on that page, or once the order is complete.
 */
export function redirectForm(taken: 'now' | 'later'): MethodForm {
  return {
    fields: () => [],
    consents: () => [],
    info: ({ session: { amount } }) => ({
      key: `redirect.info.${amount.amount > 0 ? taken : 'save'}`,
      facts: [],
    }),
    toDetails: () => undefined,
  };
}
