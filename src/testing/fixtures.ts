import type { ParsedConfig } from '../config/config.js';
import type { MandateOffer, Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { MethodForm, PaymentMethodDefinition } from '../forms/payment-method.js';
import { paymentMethods } from '../methods/registry.js';

/** Returns a checked configuration, as `init` creates it. */
export function parsedConfig(changes: Partial<ParsedConfig> = {}): ParsedConfig {
  return {
    userSessionToken: 'session-token-of-the-tests',
    session: undefined,
    environment: 'test',
    region: 'eu-central-1',
    countryCode: 'DE',
    locale: 'en',
    container: {} as HTMLElement,
    gatewayUrl: 'http://localhost:4010',
    returnUrl: undefined,
    styling: {},
    i18n: {},
    featureFlags: {
      hideMandateCheckbox: false,
      disableStripeLink: false,
      enableExpressCheckout: false,
      enableMandateDownload: true,
      enableSignatureTypeInput: false,
      showPaymentInstrumentList: true,
    },
    hidePaymentButton: false,
    customerFields: {},
    devMode: false,
    ...changes,
  };
}

/** Returns a session as the gateway offers it to a member of the demo studio. */
export function gatewaySession(changes: Partial<Session> = {}): Session {
  return {
    amount: { amount: 0, currency: 'EUR' },
    scope: 'MEMBER_ACCOUNT',
    tokenValidUntil: '2026-01-01T12:30:00Z',
    referenceText: 'Membership',
    creditor: {
      name: 'Studio Nord GmbH',
      address: { line1: 'Hafenstraße 1', city: 'Hamburg', postalCode: '20457', country: 'DE' },
    },
    requireDirectDebitSignature: false,
    savingOffered: false,
    paymentMethods: [
      {
        paymentMethod: 'SEPA',
        canBeSaved: true,
        mandate: {
          scheme: 'SEPA',
          reference: 'UPC-1',
          version: '1',
          heading: 'SEPA Direct Debit Mandate',
          language: 'en',
          text: ['By signing this mandate form, you agree.'],
          paymentType: 'RECURRENT',
          creditorIdentifier: 'DE98ZZZ09999999999',
          creditorLines: ['Hafenstraße 1', '20457 Hamburg', 'Germany'],
        },
      },
    ],
    paymentInstruments: [],
    ...changes,
  };
}

/** Returns a session whose only mandate has these changes. */
export function withMandate(changes: Partial<MandateOffer>): Session {
  const session = gatewaySession();
  const paymentMethods = session.paymentMethods.map((offer) => ({
    ...offer,
    ...(offer.mandate && { mandate: { ...offer.mandate, ...changes } }),
  }));
  return { ...session, paymentMethods };
}

export function payment(changes: Partial<Payment> = {}): Payment {
  return { id: '11111111-1111-4111-8111-111111111111', paymentMethod: 'SEPA', status: 'CREATED', ...changes };
}

/** Returns a method's definition in this build. */
export function methodNamed(paymentMethod: PaymentMethod): PaymentMethodDefinition {
  const method = paymentMethods.get(paymentMethod);
  if (!method) throw new Error(`There is no method ${paymentMethod}.`);
  return method;
}

/** A form with one box and one required field, which accepts only one value. */
const smallForm: MethodForm = {
  fields: () => [
    {
      name: 'iban',
      kind: 'text',
      labelKey: 'sepa.iban.label',
      requiredKey: 'error.required.iban',
      autocomplete: 'off',
      parse: (text) => text.replaceAll(' ', ''),
      validate: (value) => (value.startsWith('DE') ? null : { code: 'error.iban.checksum' }),
    },
    {
      name: 'accountHolder',
      kind: 'text',
      labelKey: 'accountHolder.label',
      autocomplete: 'name',
      customerField: 'name',
    },
  ],
  consents: ({ hideMandateCheckbox }) =>
    hideMandateCheckbox ? [] : [{ name: 'mandate', labelKey: 'sepa.mandate.consent' }],
  toDetails: ({ iban = '', accountHolder = '' }) => ({ iban, accountHolder }),
};

export function smallMethod(changes: Partial<PaymentMethodDefinition> = {}): PaymentMethodDefinition {
  return {
    paymentMethod: 'SEPA',
    flow: 'debit',
    load: () => Promise.resolve(smallForm),
    ...changes,
  };
}
