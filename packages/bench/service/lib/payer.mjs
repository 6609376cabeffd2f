import { randomUUID } from 'node:crypto';
import { answerTo } from './load.mjs';

/** Sends the requests of the demo studio's partner and of its payers. */
export class Payer {
  /** @param {string} url address of the service */
  constructor(url) {
    this.url = url;
  }

  /**
   * @param {string} key
   * @returns {import('./load.mjs').Ask}
   */
  askSession(key) {
    return {
      url: `${this.url}/v1/payments/user-session`,
      headers: { 'x-api-key': key },
      body: { amount: 24.9, scope: 'ECOM', referenceText: 'Membership', permittedPaymentChoices: ['SEPA'] },
    };
  }

  /**
   * Makes one payment by direct debit, step by step.
   * @param {string} key
   * @param {(step: string, work: () => Promise<any>) => Promise<any>} step runs a step, and may measure its cost
   */
  async pay(key, step) {
    const { token } = await step('POST user-session', () => answerTo(this.askSession(key)));
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
    await step('PUT authentication', () =>
      answerTo({
        url: at(`/payments/${payment.id}/authentication`),
        method: 'PUT',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: {},
      }),
    );
  }
}
