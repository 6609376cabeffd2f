import { gatewayError, hasTooManyAttempts, refusedField } from '../errors/gateway-errors.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { RefusedFieldError } from '../errors/refused-field-error.js';
import type { Clock } from '../core/clock.js';
import { readBank, readPayment, readSession } from './answers.js';
import type { AuthenticationRequest, Bank, Payment, PaymentRequest, Session } from '@upc/contract/gateway';
import type { Gateway } from './gateway.js';
import { askedDelay, isRetryable, retryDelay } from './retry-delay.js';

export interface GatewayClientOptions {
  /** Base address without a trailing slash. */
  readonly baseUrl: string;
  readonly sessionToken: string | Promise<string>;
  /** Returns the language; called for each request, since the locale may change. */
  readonly language: () => string;
  readonly clock: Clock;
  /** Replacement for the browser's own `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Call<T> {
  readonly method: HttpMethod;
  readonly path: string;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  /** Whether this is a read request with the token as its body, which browsers send without a preflight request. */
  readonly isSimple?: boolean;
  readonly read: (body: unknown) => T | undefined;
  readonly signal: AbortSignal;
}

/**
 * Calls the payment gateway over HTTP. Only this class sends the session token, in a header or as a body, never in an
 * address.
 */
export class GatewayClient implements Gateway {
  readonly #options: GatewayClientOptions;
  #clockSkew = 0;

  constructor(options: GatewayClientOptions) {
    this.#options = options;
  }

  /** Returns the gateway's time in milliseconds since the epoch, as estimated from its last response. */
  now(): number {
    return this.#options.clock.now() + this.#clockSkew;
  }

  getSession(signal: AbortSignal): Promise<Session> {
    return this.#call({ method: 'POST', path: '/session', isSimple: true, read: readSession, signal });
  }

  lookUpBank(iban: string, signal: AbortSignal): Promise<Bank> {
    const path = '/bank-lookup';
    return this.#call({ method: 'POST', path, body: { iban }, read: readBank, signal }, 1);
  }

  createPayment(request: PaymentRequest, idempotencyKey: string, signal: AbortSignal): Promise<Payment> {
    return this.#call({
      method: 'POST',
      path: '/payments',
      body: request,
      idempotencyKey,
      read: readPayment,
      signal,
    });
  }

  authenticate(
    id: string,
    request: AuthenticationRequest,
    idempotencyKey: string,
    signal: AbortSignal,
  ): Promise<Payment> {
    const path = `/payments/${id}/authentication`;
    return this.#call({ method: 'PUT', path, body: request, idempotencyKey, read: readPayment, signal });
  }

  getPayment(id: string, signal: AbortSignal): Promise<Payment> {
    return this.#call({ method: 'GET', path: `/payments/${id}`, read: readPayment, signal });
  }

  cancelPayment(id: string, signal: AbortSignal): Promise<Payment> {
    return this.#call({ method: 'DELETE', path: `/payments/${id}`, read: readPayment, signal });
  }

  removeInstrument(token: string, signal: AbortSignal): Promise<unknown> {
    const path = `/payment-instruments/${encodeURIComponent(token)}`;
    return this.#call({ method: 'DELETE', path, read: () => true, signal });
  }

  async #call<T>(call: Call<T>, attempts = 3): Promise<T> {
    const { clock, random } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(call);
      if (response && !mayBeRepeated(response)) return readAnswer(response, call, clock.now());
      if (attempt === attempts) throw response ? gatewayError(response.status, response.body) : noAnswer();
      await clock.sleep(retryDelay(attempt, response?.headers, clock.now(), random()), call.signal);
    }
  }

  /**
   * Sends a request once.
   *
   * @returns undefined when no response arrived in time.
   * @throws the signal's reason if the caller aborted it, and PaymentWidgetError if the host provides no valid token.
   */
  async #send(call: Call<unknown>): Promise<Answer | undefined> {
    const { baseUrl, sessionToken: given, language, clock } = this.#options;
    const send = this.#options.fetch ?? fetch;
    // A token that is already known is sent immediately.
    const sessionToken = typeof given === 'string' ? given : await given;
    call.signal.throwIfAborted();
    const attempt = new AbortController();
    const abort = (): void => attempt.abort(call.signal.reason);
    call.signal.addEventListener('abort', abort, { once: true });
    const timer = new AbortController();
    clock.sleep(call.method === 'GET' || call.isSimple ? 15_000 : 30_000, timer.signal).then(
      () => attempt.abort(),
      () => undefined,
    );
    try {
      const response = await send(`${baseUrl}/api/v1${call.path}`, {
        method: call.method,
        headers: {
          accept: 'application/json',
          'accept-language': language(),
          ...(!call.isSimple && { 'x-user-payment-session-token': sessionToken }),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
        },
        ...(call.isSimple && { body: sessionToken }),
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
        signal: attempt.signal,
        // Cookies of the gateway's host must not be sent, and the token must not follow a redirect or leak in a
        // referrer.
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'strict-origin',
        cache: 'no-store',
      });
      const text = await response.text();
      this.#learnTime(response.headers);
      return { status: response.status, headers: response.headers, body: parse(text) };
    } catch {
      call.signal.throwIfAborted();
      return undefined;
    } finally {
      timer.abort();
      call.signal.removeEventListener('abort', abort);
    }
  }

  #learnTime(headers: Headers): void {
    const date = Date.parse(headers.get('date') ?? '');
    if (!Number.isNaN(date)) this.#clockSkew = date - this.#options.clock.now();
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

function readAnswer<T>(answer: Answer, { read }: Call<T>, now: number): T {
  if (answer.status >= 200 && answer.status < 300) {
    const value = read(answer.body);
    if (value !== undefined) return value;
    throw new PaymentWidgetError('API_ERROR', 'The payment gateway sent an invalid response.', {
      httpStatus: answer.status,
    });
  }
  const refused = answer.status === 400 ? refusedField(answer.body) : undefined;
  throw refused
    ? new RefusedFieldError(refused.name, refused.message)
    : gatewayError(answer.status, answer.body, askedDelay(answer.headers, now));
}

/**
 * Returns whether a request may be repeated automatically. After too many failed attempts it may not, since a payment
 * is only sent after a click.
 */
function mayBeRepeated({ status, body }: Answer): boolean {
  return isRetryable(status) && !hasTooManyAttempts(body);
}

function noAnswer(): PaymentWidgetError {
  return new PaymentWidgetError('NETWORK_ERROR', 'The payment gateway did not respond.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
