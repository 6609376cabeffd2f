import { vi } from 'vitest';
import { init, type PaymentWidget, type PaymentWidgetConfig } from 'upc-payment-widget';

/** The gateway's session response, with the fields that a direct debit needs. */
const session = {
  amount: { amount: 0, currency: 'EUR' },
  scope: 'MEMBER_ACCOUNT',
  tokenValidUntil: new Date(Date.now() + 1_800_000).toISOString(),
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
};

/** Sets up a partner's page in a unit test: a container, and a gateway that responds from memory. */
export function page(changes: Partial<PaymentWidgetConfig> = {}): PaymentWidget {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(session)));
  document.body.innerHTML = '<div id="payment"></div>';
  return init({
    userSessionToken: 'session-token-of-the-tests',
    environment: 'test',
    baseUrl: 'http://localhost:4010',
    countryCode: 'DE',
    locale: 'en',
    container: 'payment',
    ...changes,
  });
}

/** Returns the text that the widget shows. */
export function shown(): string {
  return document.querySelector('upc-payment-widget')?.shadowRoot?.textContent ?? '';
}
