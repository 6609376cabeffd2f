import type { Studio } from './studios.js';

/** An answer of the Open API, passed on unchanged. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON, or as multipart if it is a FormData. */
  readonly body?: unknown;
  /** The visitor's Accept-Language, so that the service writes its messages in the visitor's language. */
  readonly language?: string | undefined;
  /** Makes it safe to send the same request again: the service carries it out only once. */
  readonly idempotencyKey?: string;
}

/**
 * Calls the Open API for the partner. The API key stays on the server: the page only sees session tokens, and sends
 * paymentRequestTokens back.
 */
export class OpenApi {
  constructor(private readonly baseUrl: string) {}

  /** Opens a payment session. The answer contains the token and the `session` that the page passes to the widget. */
  openSession(studio: Studio, request: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.call(studio, '/v1/payments/user-session', { body: request });
  }

  /** Makes the collected instrument the one that the customer pays with from now on. */
  replacePaymentInstrument(studio: Studio, customerId: number, paymentRequestToken: string): Promise<Answer> {
    return this.call(studio, `/v1/customers/${customerId}/account/payment-instrument`, {
      body: { paymentRequestToken },
    });
  }

  /** Pays open fees on the customer's account. `amount` is in units of the studio's currency, such as 24.9. */
  payAccount(
    studio: Studio,
    customerId: number,
    paymentRequestToken: string,
    amount: number,
  ): Promise<Answer> {
    return this.call(studio, `/v1/customers/${customerId}/account/payment`, {
      body: { paymentRequestToken, amount: { amount, currency: studio.currency } },
    });
  }

  /**
   * Calls any operation with the studio's key. The method defaults to POST if there is a body, otherwise to GET.
   *
   * @throws Error if no answer arrives within 30 seconds or the answer is not JSON. The outcome of the request is then
   * unknown.
   */
  async call(
    studio: Studio,
    path: string,
    { body, method = body === undefined ? 'GET' : 'POST', language, idempotencyKey }: Call = {},
  ): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        'x-api-key': studio.apiKey,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }
}
