import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Children } from '../../../../scripts/lib/children.mjs';
import { freePort } from '../../../../scripts/lib/ports.mjs';

/**
 * The service and its provider, started only for the bench.
 * @typedef {object} Service
 * @property {(choices: readonly string[], language: string) => Promise<string>} session returns the session as the
 * widget receives it
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
    session: async (choices, language) => {
      const opened = await answer(`${api}/v1/payments/user-session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'test-key-northside-berlin-eur' },
        body: JSON.stringify({
          amount: 24.9,
          scope: 'ECOM',
          referenceText: 'Membership',
          permittedPaymentChoices: choices,
        }),
      });
      const { token } = /** @type {{ token: string }} */ (JSON.parse(opened));
      const headers = { 'x-user-payment-session-token': token, 'accept-language': language };
      return answer(`${api}/api/v1/session`, { headers });
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
  return text;
}

const adyenMethods = {
  debit: { name: 'SEPA Direct Debit', type: 'sepadirectdebit' },
  card: { name: 'Cards', type: 'scheme', brands: ['visa', 'mc', 'amex'] },
};

/**
 * Returns the answer of Adyen's API to the setup of a session, as adyen-web reads it: the available payment methods and
 * their details.
 * @param {string} locale
 * @param {keyof typeof adyenMethods} method
 */
export function adyenSetup(locale, method) {
  return JSON.stringify({
    id: 'CS-bench',
    sessionData: adyenSessionData,
    amount: { currency: 'EUR', value: 2490 },
    countryCode: 'DE',
    expiresAt: '2099-01-01T00:00:00Z',
    returnUrl: 'https://shop.example/return',
    shopperLocale: locale,
    configuration: { installmentOptions: null, enableStoreDetails: false },
    paymentMethods: { paymentMethods: [adyenMethods[method]] },
  });
}

/** Session data of the same length as Adyen's. */
export const adyenSessionData = 'Ab02b4c0!'.padEnd(1500, 'BQABAgB8Zk9vYm9kMWx5');
