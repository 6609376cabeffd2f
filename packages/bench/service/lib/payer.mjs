import { randomUUID } from 'node:crypto';
import { answerTo } from './load.mjs';

const AMOUNT = 24.9;

/** Sends the requests of the demo studio's partner and of its payers. */
export class Payer {
  /** @param {string} url address of the service */
  constructor(url) {
    this.url = url;
  }

  /**
   * @param {string} key
   * @param {number} [customerId] number of a customer; a new person if absent
   * @returns {import('./load.mjs').Ask}
   */
  askSession(key, customerId) {
    return {
      url: `${this.url}/v1/payments/user-session`,
      headers: { 'x-api-key': key },
      body: {
        amount: AMOUNT,
        scope: 'ECOM',
        referenceText: 'Membership',
        permittedPaymentChoices: ['SEPA'],
        ...(customerId !== undefined && { customerId }),
      },
    };
  }

  /**
   * Makes one payment by direct debit, step by step.
   * @param {string} key
   * @param {(step: string, work: () => Promise<any>) => Promise<any>} step runs a step, and may measure its cost
   * @param {number} [customerId] number of a customer; a new person if absent
   * @returns {Promise<string>} the token for the partner's backend
   */
  async pay(key, step, customerId) {
    const { token } = await step('POST user-session', () => answerTo(this.askSession(key, customerId)));
    const headers = { 'x-user-payment-session-token': token };
    const at = (/** @type {string} */ path) => `${this.url}/api/v1${path}`;
    const session = await step('GET session', () =>
      answerTo({ url: at('/session'), method: 'GET', headers }),
    );
    const { oneOffMandate, mandate } = session.paymentMethods[0];
    const { reference, version, language } = oneOffMandate ?? mandate;
    const payment = await step('POST payments', () =>
      answerTo({
        url: at('/payments'),
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: {
          paymentMethod: 'SEPA',
          details: { accountHolder: 'Mara Lindner', iban: 'DE89370400440532013000' },
          mandate: { reference, version, language, accepted: true },
          savePaymentInstrument: false,
        },
      }),
    );
    const { paymentRequestToken } = await step('PUT authentication', () =>
      answerTo({
        url: at(`/payments/${payment.id}/authentication`),
        method: 'PUT',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: {},
      }),
    );
    return paymentRequestToken;
  }

  /**
   * Pays into the account of a customer with a token, as the partner's backend does.
   * @param {string} key
   * @param {number} customerId
   * @param {string} paymentRequestToken
   */
  async use(key, customerId, paymentRequestToken) {
    await answerTo({
      url: `${this.url}/v1/customers/${customerId}/account/payment`,
      headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
      body: { paymentRequestToken, amount: { amount: AMOUNT, currency: 'EUR' } },
    });
  }

  /**
   * Creates a customer.
   * @param {string} key
   * @param {string} lastName
   * @returns {Promise<number>} the customer's number
   */
  async join(key, lastName) {
    const address = { street: 'Müllerstraße', houseNumber: '3', city: 'Berlin', zipCode: '13353' };
    const { customerId } = await answerTo({
      url: `${this.url}/v1/customers/create`,
      headers: { 'x-api-key': key, 'idempotency-key': randomUUID() },
      body: {
        ...address,
        firstName: 'Mara',
        lastName,
        dateOfBirth: '1990-05-17',
        email: 'mara@example.com',
        countryCode: 'DE',
        language: { languageCode: 'en' },
      },
    });
    return customerId;
  }
}
