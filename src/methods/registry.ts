import type { catalogue } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { PaymentMethodDefinition } from '../forms/payment-method.js';

/* In the npm build each form is a chunk that loads when its method is chosen. */
const redirect = async () => (await import('./redirect-form.js')).redirectForm;
const swissDebit = () => import('./swiss-debit-forms.js');
const choice = () => import('./choice-forms.js');

/** The catalogue has more facts than a page needs; the compiler checks that both name the same flows. */
const definitions = {
  CREDIT_CARD: { flow: 'frames', load: async () => (await import('./credit-card-form.js')).creditCardForm },
  SEPA: {
    flow: 'debit',
    load: async (offer) =>
      offer?.requiredFields?.includes('address')
        ? (await import('./sepa-form-with-address.js')).sepaFormWithAddress
        : (await import('./sepa-form.js')).sepaForm,
  },
  BACS: {
    flow: 'debit',
    hasReview: true,
    hasSelects: true,
    load: async () => (await import('./bacs-form.js')).bacsForm,
  },
  ACH: { flow: 'debit', hasSelects: true, load: async () => (await import('./ach-form.js')).achForm },
  BECS: { flow: 'page', load: redirect },
  PAYPAL: { flow: 'page', brand: 'paypal', load: redirect },
  CH_DD: { flow: 'debit', hasSelects: true, load: async () => (await swissDebit()).chDDForm },
  LSV: { flow: 'debit', hasSelects: true, load: async () => (await swissDebit()).lsvForm },
  TWINT: { flow: 'page', brand: 'twint', load: redirect },
  IDEAL: { flow: 'page', brand: 'ideal', load: redirect },
  BANCONTACT: { flow: 'page', load: redirect },
  BANK_TRANSFER: { flow: 'none', load: async () => (await choice()).bankTransferForm },
  CASH: { flow: 'none', load: async () => (await choice()).cashForm },
} satisfies {
  readonly [M in PaymentMethod]: Omit<PaymentMethodDefinition, 'paymentMethod' | 'flow'> &
    Pick<(typeof catalogue)[M], 'flow'>;
};

/** Methods that this build can show. Any other method in the session's offer is omitted from the list. */
export const paymentMethods: ReadonlyMap<PaymentMethod, PaymentMethodDefinition> = new Map(
  Object.entries(definitions).map(([name, definition]) => {
    const paymentMethod = name as PaymentMethod;
    return [paymentMethod, { paymentMethod, ...definition }];
  }),
);
