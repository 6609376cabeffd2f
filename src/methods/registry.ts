import { catalogue, methodNames } from '@upc/contract/catalogue';
import type { PaymentMethod } from '@upc/contract/gateway';
import type { MethodPresentation, PaymentMethodDefinition } from '../forms/payment-method.js';

/* In the npm build each form is a chunk that loads when its method is chosen. */
const redirect = async () => (await import('./redirect-form.js')).redirectForm;
const swissDebit = () => import('./swiss-debit-forms.js');
const choice = () => import('./choice-forms.js');

const presentations = {
  CREDIT_CARD: { load: async () => (await import('./credit-card-form.js')).creditCardForm },
  SEPA: { load: async () => (await import('./sepa-form.js')).sepaForm },
  BACS: {
    hasReview: true,
    hasSelects: true,
    load: async () => (await import('./bacs-form.js')).bacsForm,
  },
  ACH: { hasSelects: true, load: async () => (await import('./ach-form.js')).achForm },
  BECS: { load: redirect },
  PAYPAL: { brand: 'paypal', load: redirect },
  CH_DD: { hasSelects: true, load: async () => (await swissDebit()).chDDForm },
  LSV: { hasSelects: true, load: async () => (await swissDebit()).lsvForm },
  TWINT: { brand: 'twint', load: redirect },
  IDEAL: { brand: 'ideal', load: redirect },
  BANCONTACT: { load: redirect },
  BANK_TRANSFER: { load: async () => (await choice()).bankTransferForm },
  CASH: { load: async () => (await choice()).cashForm },
} satisfies Readonly<Record<PaymentMethod, MethodPresentation>>;

/** Methods that this build can show. Any other method in the session's offer is omitted from the list. */
export const paymentMethods: ReadonlyMap<PaymentMethod, PaymentMethodDefinition> = new Map(
  methodNames.map((paymentMethod) => [
    paymentMethod,
    { paymentMethod, flow: catalogue[paymentMethod].flow, ...presentations[paymentMethod] },
  ]),
);
