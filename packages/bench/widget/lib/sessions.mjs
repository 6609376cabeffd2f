import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../../../scripts/lib/children.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';

/**
 * @typedef {object} Opened
 * @property {string} token
 * @property {object} session the session as a host receives it for its page
 * @property {object} answer the session as the gateway answers the widget
 */

/**
 * The service and its provider, started only for the bench.
 * @typedef {object} Service
 * @property {(scenario: import('./scenarios.mjs').Scenario) => Promise<Opened>} open opens a session
 * @property {string} provider address of the simulated provider
 * @property {() => Promise<void>} end
 */

/** @returns {Promise<Service>} */
export async function startService() {
  const data = await mkdtemp(join(tmpdir(), 'upc-bench-'));
  const children = new Children((name, how) => {
    throw new Error(`${name} has ended (${how}).`);
  });
  const [port, providerPort] = [await freePort(), await freePort()];
  const provider = `http://localhost:${providerPort}`;
  const secret = 'sk_test_simulator';
  await children.start({
    name: 'simulator',
    entry: 'packages/simulator/src/main.ts',
    port: providerPort,
    env: { SIMULATOR_PORT: String(providerPort), SIMULATOR_SECRET_KEY: secret },
  });
  await children.start({
    name: 'service',
    entry: 'packages/service/src/main.ts',
    port,
    env: {
      PORT: String(port),
      UPC_ENVIRONMENT: 'test',
      UPC_DATA_DIR: data,
      DATABASE_URL: '',
      SIMULATOR_URL: provider,
      SIMULATOR_SECRET_KEY: secret,
      UPC_REGISTERED_ORIGINS: 'http://shop.localhost:*',
      LOG_LEVEL: 'error',
    },
  });
  const api = `http://127.0.0.1:${port}`;
  return {
    provider,
    open: async ({ choices, customerId, language }) => {
      const { token, session } = await answer(`${api}/v1/payments/user-session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'test-key-northside-berlin-eur' },
        body: JSON.stringify({
          amount: 24.9,
          scope: 'ECOM',
          referenceText: 'Membership',
          permittedPaymentChoices: choices,
          customerId,
          prefetch: { locale: language },
        }),
      });
      const headers = { 'x-user-payment-session-token': token, 'accept-language': language };
      return { token, session, answer: await answer(`${api}/api/v1/session`, { headers }) };
    },
    end: async () => {
      await children.end();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * @param {string} url
 * @param {RequestInit} request
 */
async function answer(url, request) {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

const [adyenDebit, adyenCard] = [
  { name: 'SEPA Direct Debit', type: 'sepadirectdebit' },
  { name: 'Cards', type: 'scheme', brands: ['visa', 'mc', 'amex'] },
];

/**
 * Payment methods for each form, as Adyen's API describes them to a page that passes them to adyen-web. The Drop-in
 * shows no stored account, so the list has a stored card.
 * @type {Readonly<Record<import('./subjects.mjs').Form, object>>}
 */
export const adyenMethods = {
  debit: { paymentMethods: [adyenDebit] },
  card: { paymentMethods: [adyenCard] },
  'chosen card': { paymentMethods: [adyenDebit, adyenCard] },
  list: {
    paymentMethods: [
      adyenDebit,
      adyenCard,
      { name: 'PayPal', type: 'paypal', configuration: { merchantId: 'M-bench', intent: 'capture' } },
      { name: 'iDEAL', type: 'ideal' },
    ],
    storedPaymentMethods: [
      {
        id: 'stored-bench',
        name: 'VISA',
        type: 'scheme',
        brand: 'visa',
        lastFour: '4242',
        expiryMonth: '12',
        expiryYear: '2099',
        holderName: 'Jo Park',
        supportedShopperInteractions: ['Ecommerce'],
      },
    ],
  },
};

/**
 * Returns the answer of Adyen's API to the setup of a session, as adyen-web reads it: the available payment methods and
 * their details.
 * @param {string} locale
 * @param {import('./subjects.mjs').Form} form
 */
export function adyenSetup(locale, form) {
  return {
    id: 'CS-bench',
    sessionData: adyenSessionData,
    amount: adyenAmount,
    countryCode: 'DE',
    expiresAt: '2099-01-01T00:00:00Z',
    returnUrl: 'https://shop.example/return',
    shopperLocale: locale,
    configuration: { installmentOptions: null, enableStoreDetails: false },
    paymentMethods: adyenMethods[form],
  };
}

export const adyenAmount = { currency: 'EUR', value: 2490 };

/** Session data of the same length as Adyen's. */
export const adyenSessionData = 'Ab02b4c0!'.padEnd(1500, 'BQABAgB8Zk9vYm9kMWx5');
