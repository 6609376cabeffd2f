import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Payment, Session } from '@upc/contract/gateway';
import { vi } from 'vitest';

const API_KEY = 'test-key-northside-berlin-eur';
/** A member of the demo who owes fees. */
export const MEMBER = 2001;

export interface OpenedSession {
  readonly token: string;
  /** Idempotency key with which it was opened. */
  readonly key: string;
}

/** Repeats a request without a usable answer, with the same idempotency key, as the documentation asks of partners. */
export class RepeatingClient {
  repeats = 0;

  constructor(private readonly serviceUrl: string) {}

  async balance(customerId = MEMBER): Promise<number> {
    const path = `/v1/customers/${customerId}/account/balances`;
    return (await this.send<{ accountBalance: { amount: number } }>('GET', path)).accountBalance.amount;
  }

  async openSession(amount: number, key: string = randomUUID()): Promise<OpenedSession> {
    const body = { amount, scope: 'ECOM', referenceText: 'Fees', customerId: MEMBER };
    return {
      ...(await this.send<{ token: string }>('POST', '/v1/payments/user-session', body, { key })),
      key,
    };
  }

  /** Pays by SEPA as the widget does, and waits until the bank has decided. @returns the token of the payment. */
  async pay({ token: session }: Pick<OpenedSession, 'token'>): Promise<string> {
    const call = <Answer>(method: string, path: string, body?: object) =>
      this.send<Answer>(method, path, body, { session });
    const { paymentMethods } = await call<Session>('GET', '/api/v1/session');
    const sepa = paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
    const { reference, version, language } = sepa?.mandate ?? {};
    const { id } = await call<Payment>('POST', '/api/v1/payments', {
      paymentMethod: 'SEPA',
      details: { accountHolder: 'Test Person', iban: 'DE89370400440532013000' },
      mandate: { reference, version, language, accepted: true },
    });
    const path = `/api/v1/payments/${id}`;
    await call('PUT', `${path}/authentication`, {});
    return vi.waitFor(
      async () => {
        const { status, paymentRequestToken } = await call<Payment>('GET', path);
        if (paymentRequestToken === undefined) throw new Error(`The payment is ${status}.`);
        return paymentRequestToken;
      },
      { timeout: 60_000, interval: 100 },
    );
  }

  async use(paymentRequestToken: string, amount: number): Promise<void> {
    const body = { paymentRequestToken, amount: { amount, currency: 'EUR' } };
    await this.send('POST', `/v1/customers/${MEMBER}/account/payment`, body);
  }

  async send<Body>(
    method: string,
    path: string,
    body?: object,
    { key = randomUUID(), session }: { readonly key?: string; readonly session?: string } = {},
  ): Promise<Body> {
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const response = await fetch(this.serviceUrl + path, {
        method,
        headers: {
          ...(session === undefined
            ? { 'x-api-key': API_KEY }
            : { 'x-user-payment-session-token': session, origin: 'http://localhost:3000' }),
          'idempotency-key': key,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => null);
      const text = (await response?.text()) ?? '';
      if (response?.ok) return (text === '' ? {} : JSON.parse(text)) as Body;
      if (response && response.status < 500) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      this.repeats += 1;
      await wait(1000 * Number(response?.headers.get('retry-after') ?? 0));
    }
    throw new Error(`${method} ${path} got no answer.`);
  }
}
