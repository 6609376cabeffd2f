import type { PrefetchedSession } from '../../dist/index.js';

/** Test keys of the seeded studios (packages/service/src/admin/seed). */
export const testKeys = {
  eur: 'test-key-northside-berlin-eur',
  chf: 'test-key-seeblick-zuerich-chf',
  gbp: 'test-key-harbour-bristol-gbp',
  usd: 'test-key-lakeshore-chicago-usd',
  aud: 'test-key-bayside-sydney-aud',
} as const;

export type TestKey = (typeof testKeys)[keyof typeof testKeys];

/** Seeded customers: two of the EUR studio, and one each of the GBP, CHF, USD and AUD studios. */
export const customers = { mara: 2001, jonas: 2002, gwen: 2201, reto: 2101, dale: 2301, ruby: 2401 } as const;

export interface SessionRequest {
  readonly amount: number;
  readonly scope: 'MEMBER_ACCOUNT' | 'ECOM';
  readonly customerId?: number;
  readonly paymentServiceCustomerId?: string;
  readonly permittedPaymentChoices?: readonly string[];
  readonly referenceText?: string;
  readonly requireDirectDebitSignature?: boolean;
  readonly showExistingPaymentInstruments?: boolean;
  readonly savePaymentInstrument?: boolean;
  readonly prefetch?: { readonly locale: string };
}

export interface OpenedSession {
  readonly token: string;
  readonly tokenValidUntil: string;
  readonly paymentServiceCustomerId: string;
  /** Present if the request had `prefetch`. */
  readonly session?: PrefetchedSession;
}

/** Calls the Open API as a partner's backend, with its key. */
export class PartnerBackend {
  constructor(
    private readonly serviceUrl: string,
    private readonly apiKey: string = testKeys.eur,
  ) {}

  /** Opens a payment session. By default it collects an instrument for a new person. */
  async openSession(request: Partial<SessionRequest> = {}): Promise<OpenedSession> {
    const { status, body } = await this.post('/v1/payments/user-session', {
      amount: 0,
      scope: 'MEMBER_ACCOUNT',
      referenceText: 'Membership',
      ...request,
    });
    if (status !== 200) throw new Error(`user-session answered ${status}: ${JSON.stringify(body)}`);
    return body as OpenedSession;
  }

  /** Replaces the customer's instrument. @returns the status of the response, and its body if it has one. */
  replaceInstrument(customerId: number, paymentRequestToken: string): Promise<Answer> {
    return this.post(`/v1/customers/${customerId}/account/payment-instrument`, { paymentRequestToken });
  }

  payAccount(
    customerId: number,
    paymentRequestToken: string,
    amount: number,
    currency = 'EUR',
  ): Promise<Answer> {
    return this.post(`/v1/customers/${customerId}/account/payment`, {
      paymentRequestToken,
      amount: { amount, currency },
    });
  }

  private async post(path: string, body: unknown): Promise<Answer> {
    const response = await fetch(this.serviceUrl + path, {
      method: 'POST',
      headers: { 'x-api-key': this.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}
