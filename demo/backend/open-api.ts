import type { Studio } from './studios.js';

/** What the Open API answered, to be passed on as it is. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The partner's side of the Open API. The API key stays here: the page only ever sees session tokens, and gives
 * back paymentRequestTokens.
 */
export class OpenApi {
  constructor(private readonly baseUrl: string) {}

  /** Opens a payment session; the answer holds the token that the widget is given. */
  openSession(studio: Studio, request: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.post(studio, '/v1/payments/user-session', request);
  }

  /** Makes the collected instrument the one that the customer pays with from now on. */
  replacePaymentInstrument(studio: Studio, customerId: number, paymentRequestToken: string): Promise<Answer> {
    return this.post(studio, `/v1/customers/${customerId}/account/payment-instrument`, {
      paymentRequestToken,
    });
  }

  /** Pays open fees of the customer's account. `amount` in units of the studio's currency, such as 24.9. */
  payAccount(
    studio: Studio,
    customerId: number,
    paymentRequestToken: string,
    amount: number,
  ): Promise<Answer> {
    return this.post(studio, `/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken,
      amount: { amount, currency: studio.currency },
    });
  }

  private async post(studio: Studio, path: string, body: unknown): Promise<Answer> {
    const response = await fetch(this.baseUrl + path, {
      method: 'POST',
      headers: { 'x-api-key': studio.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }
}
