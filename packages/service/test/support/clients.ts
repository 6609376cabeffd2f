import { randomUUID } from 'node:crypto';
import type { Schemas } from '@upc/contract/gateway';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { onceByText } from '../../src/core/memo.js';
import { loadGatewaySchemas, type OperationId } from '../../src/modules/payments/gateway/gateway-schemas.js';
import type { DescriptionCheck } from './description.js';

export type Payment = Schemas['Payment'];
export type Session = Schemas['Session'];
export type ErrorBody = Schemas['Error'];

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: LightMyRequestResponse['headers'];
}

function answer<T>(response: LightMyRequestResponse): Answer<T> {
  const body = (response.body === '' ? null : response.json()) as T;
  return { status: response.statusCode, body, headers: response.headers };
}

/** Sends requests as a partner's backend. */
export class OpenApiClient {
  constructor(
    private readonly app: FastifyInstance,
    private readonly key: string | null,
    private readonly description: DescriptionCheck,
  ) {}

  /** Sends a request, and checks the exchange against the description. */
  async request<T>(options: InjectOptions): Promise<Answer<T>> {
    const headers = { ...(this.key === null ? {} : { 'x-api-key': this.key }), ...options.headers };
    const received = answer<T>(await this.app.inject({ ...options, headers }));
    const { method = 'GET', url = '', payload } = options;
    this.description.check(
      method,
      typeof url === 'string' ? url : url.pathname,
      payload,
      received.status,
      received.body,
    );
    return received;
  }

  post<T = ErrorBody>(
    url: string,
    payload: object,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    return this.request({ method: 'POST', url, payload, headers });
  }

  /** Opens a session and returns its token. */
  async session(fields: Record<string, unknown> = {}): Promise<string> {
    const made = await this.post<{ token: string }>('/v1/payments/user-session', {
      amount: 0,
      scope: 'MEMBER_ACCOUNT',
      referenceText: 'Membership',
      ...fields,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.token;
  }
}

const gatewaySchemas = loadGatewaySchemas();
const checkOf = onceByText(([operation, status]: readonly [OperationId, number]) =>
  gatewaySchemas.checkAnswer(operation, status),
);

/** Acts as the widget's side of the gateway. Every response is checked against `gateway.yaml`. */
export class GatewayClient {
  constructor(
    private readonly app: FastifyInstance,
    private readonly token: string,
    private readonly origin: string | null,
  ) {}

  session(headers: Record<string, string> = {}): Promise<Answer<Session>> {
    return this.send('getSession', { method: 'GET', url: '/api/v1/session', headers });
  }

  create(
    payload: object,
    key: string = randomUUID(),
    more: Record<string, string> = {},
  ): Promise<Answer<Payment & ErrorBody>> {
    const headers = { 'idempotency-key': key, ...more };
    return this.send('createPayment', { method: 'POST', url: '/api/v1/payments', payload, headers });
  }

  authenticate(
    id: string,
    key: string = randomUUID(),
    payload: object = {},
    more: Record<string, string> = {},
  ): Promise<Answer<Payment & ErrorBody>> {
    const url = `/api/v1/payments/${id}/authentication`;
    const headers = { 'idempotency-key': key, ...more };
    return this.send('authenticatePayment', { method: 'PUT', url, payload, headers });
  }

  get(id: string): Promise<Answer<Payment & ErrorBody>> {
    return this.send('getPayment', { method: 'GET', url: `/api/v1/payments/${id}` });
  }

  cancel(id: string): Promise<Answer<Payment & ErrorBody>> {
    return this.send('cancelPayment', { method: 'DELETE', url: `/api/v1/payments/${id}` });
  }

  lookUpBank(iban: string): Promise<Answer<Schemas['Bank'] & ErrorBody>> {
    return this.send('lookUpBank', { method: 'POST', url: '/api/v1/bank-lookup', payload: { iban } });
  }

  removeInstrument(token: string): Promise<Answer<ErrorBody>> {
    const url = `/api/v1/payment-instruments/${encodeURIComponent(token)}`;
    return this.send('removePaymentInstrument', { method: 'DELETE', url });
  }

  /** Builds a widget's request for SEPA, with the offered mandate accepted. */
  sepaRequest(iban = 'DE89370400440532013000', more: object = {}): Promise<Schemas['PaymentRequest']> {
    return this.debitRequest('SEPA', { accountHolder: 'Mara Lindner', iban }, more);
  }

  /** Builds a widget's request for a direct debit: the details, and the mandate as it was offered in a language. */
  async debitRequest(
    paymentMethod: Schemas['PaymentMethod'],
    details: Schemas['PaymentDetails'],
    more: object = {},
    acceptLanguage = 'en',
  ): Promise<Schemas['PaymentRequest']> {
    const { body } = await this.session({ 'accept-language': acceptLanguage });
    const offered = body.paymentMethods.find((method) => method.paymentMethod === paymentMethod);
    const { savePaymentInstrument } = more as Partial<Schemas['PaymentRequest']>;
    const oneOff = savePaymentInstrument === false ? offered?.oneOffMandate : undefined;
    const mandateShown = oneOff ?? offered?.mandate;
    if (!mandateShown) throw new Error(`The session offers no ${paymentMethod} mandate.`);
    const { reference, version, language } = mandateShown;
    const mandate = { reference, version, language, accepted: true } as const;
    return { paymentMethod, details, mandate, ...more };
  }

  /** Makes a payment and carries it to its end. */
  async pay(request: Schemas['PaymentRequest'], headers: Record<string, string> = {}): Promise<Payment> {
    const made = await this.create(request, randomUUID(), headers);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const done = await this.authenticate(made.body.id);
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return done.body;
  }

  /** Makes a SEPA payment and carries it to its end. */
  async paySepa(iban?: string, more?: object): Promise<Payment> {
    return this.pay(await this.sepaRequest(iban, more));
  }

  private async send<T>(operation: OperationId, options: InjectOptions): Promise<Answer<T>> {
    const headers = {
      'x-user-payment-session-token': this.token,
      ...(this.origin === null ? {} : { origin: this.origin }),
      ...options.headers,
    };
    const received = answer<T>(await this.app.inject({ ...options, headers }));
    expect(checkOf([operation, received.status])(received.body)).toBeNull();
    return received;
  }
}

/** Returns the token of a payment. @throws if it has none. */
export function requestToken(payment: Payment): string {
  if (payment.paymentRequestToken === undefined) throw new Error(`${payment.status} payment without token.`);
  return payment.paymentRequestToken;
}
