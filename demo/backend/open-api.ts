import type { Studio } from './studios.js';

/** An answer of the Open API, to be passed on as it is. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** Sent as JSON; a FormData as multipart. */
  readonly body?: unknown;
  /** The visitor's Accept-Language, so that the service's messages come in the visitor's language. */
  readonly language?: string | undefined;
  /** Lets the same request be sent again without being done again. */
  readonly idempotencyKey?: string;
}

/**
 * The partner's side of the Open API. The API key stays here: the page only ever sees session tokens, and gives
 * back paymentRequestTokens.
 */
export class OpenApi {
  constructor(private readonly baseUrl: string) {}

  /** Opens a payment session; the answer holds the token that the widget is given. */
  openSession(studio: Studio, request: Readonly<Record<string, unknown>>): Promise<Answer> {
    return this.call(studio, '/v1/payments/user-session', { body: request });
  }

  /** Makes the collected instrument the one that the customer pays with from now on. */
  replacePaymentInstrument(studio: Studio, customerId: number, paymentRequestToken: string): Promise<Answer> {
    return this.call(studio, `/v1/customers/${customerId}/account/payment-instrument`, {
      body: { paymentRequestToken },
    });
  }

  /** Pays open fees of the customer's account. `amount` in units of the studio's currency, such as 24.9. */
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
   * Any operation, with the studio's key. With a body it is a POST, unless told otherwise.
   *
   * @throws Error when there is no answer within 30 seconds, or the answer is not JSON. The outcome of the request is then unknown.
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
