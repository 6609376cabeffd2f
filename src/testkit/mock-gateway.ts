import { type PageWithTestKit, type TestKit, testKitKey } from '../providers/test-kit.js';
import type { PaymentMethod, Schemas } from '@upc/contract/gateway';
import {
  type Answer,
  type Call,
  GatewayAnswers,
  type Operation,
  paymentRequestToken,
} from './gateway-answers.js';
import type { Outcome } from './outcomes.js';
import { plainFields } from './plain-fields.js';
import { countryOf, type SessionOptions } from './session-answer.js';

type Wallet = Schemas['Wallet'];

/** Headers of a request by their names in lower case. */
type SentHeaders = Readonly<Record<string, string>>;

export interface MockGatewayOptions extends SessionOptions {
  /**
   * Outcome of payments. If absent, it depends on the card or account entered (see the test data in the documentation).
   */
  readonly outcome?: Outcome;
  /** Wallets that the browser supports, such as `APPLE_PAY`. Each gets a button where the widget shows them. */
  readonly wallets?: readonly Wallet[];
  /** Locale of the widget, such as `de`. The default is `en`. */
  readonly locale?: string;
}

/** A request of the widget. Printing or comparing it reveals no personal data. */
export interface MockRequest {
  /** Name of the operation in the contract, such as `createPayment`. */
  readonly operation: Operation;
  readonly paymentMethod?: PaymentMethod;
  /** Status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /** Returns the body that was sent, which may contain personal data. */
  body(): unknown;
}

/** A gateway in the page's memory. */
export interface MockGateway {
  /** Options for `init` to use this gateway: `init({ ...gateway.config, container })`. */
  readonly config: {
    readonly userSessionToken: string;
    readonly environment: 'test';
    readonly baseUrl: string;
    readonly countryCode: string;
    readonly locale: string;
  };
  /** Token that `onSuccess` receives. */
  readonly paymentRequestToken: string;
  /** Requests of the widget so far, oldest first. */
  readonly requests: readonly MockRequest[];
  /** Sets the outcome from the next request on; with undefined it depends on the entries. */
  setOutcome(outcome: Outcome | undefined): void;
  /**
   * Makes widgets send their requests with the page's `fetch`, for a tool that intercepts them.
   *
   * @returns the function that responds to an intercepted request. After `stop()`, requests fail as without a network.
   */
  intercept(): (request: Request) => Promise<Response>;
  /** Stops the mock, so that later calls of `init` use the real gateway again. It may be called again. */
  stop(): void;
}

/**
 * Serves the widgets of this page from memory until it is stopped, whatever gateway they use. Nothing is sent anywhere.
 * Fields in a provider's frames become plain inputs, and buttons of wallets plain buttons. Other requests of the page are not affected.
 *
 * @throws Error when another mock gateway has not been stopped, or when the contract forbids a session with these
 * options.
 */
export function mockGateway(options: MockGatewayOptions = {}): MockGateway {
  const page = globalThis as PageWithTestKit;
  if (page[testKitKey])
    throw new Error('Another mock gateway is active on this page: call its stop() first.');
  const gateway = new GatewayAnswers(options, options.outcome);
  const requests: MockRequest[] = [];
  const answer = (method: string, address: string, headers: SentHeaders, body: unknown): Answer | undefined =>
    orFail(() => {
      const call = callOf(method, address, headers, body);
      const answered = gateway.answer(call);
      requests.push(requestOf(call, answered));
      return answered;
    });
  const kit: { -readonly [Key in keyof TestKit]: TestKit[Key] } = {
    fetch: async (address, { method = 'GET', headers, body, signal } = {}) => {
      await Promise.resolve();
      signal?.throwIfAborted();
      const answered = answer(method, address as string, headers as SentHeaders, body);
      if (!answered) throw new TypeError('The mock gateway does not respond.');
      return responseOf(answered);
    },
    provider: plainFields(options.wallets ?? [], (id, card) => gateway.enterCard(id, card)),
  };
  page[testKitKey] = kit;
  return {
    config: {
      userSessionToken: 'test-session-token',
      environment: 'test',
      baseUrl: 'http://localhost:4010',
      countryCode: countryOf(options, gateway.session.amount.currency),
      locale: options.locale ?? 'en',
    },
    paymentRequestToken,
    requests,
    setOutcome: (outcome) => (gateway.outcome = outcome),
    intercept: () => {
      kit.fetch = undefined;
      return async (request) => {
        const body = await request.text();
        if (page[testKitKey] !== kit) return Response.error();
        const answered = answer(request.method, request.url, Object.fromEntries(request.headers), body);
        if (!answered) return Response.error();
        const { status, headers } = answered;
        return new Response(answered.body && JSON.stringify(answered.body), {
          status,
          headers: { ...headers, ...(answered.body && { 'content-type': 'application/json' }) },
        });
      };
    },
    stop: () => {
      if (page[testKitKey] === kit) Reflect.deleteProperty(page, testKitKey);
    },
  };
}

/** Makes a fault of the kit fail the test. The widget would treat it as a gateway that does not respond. */
function orFail<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    throw error;
  }
}

function callOf(method: string, address: string, headers: SentHeaders, body: unknown): Call {
  return {
    ...operationAt(method, new URL(address).pathname),
    idempotencyKey: headers['idempotency-key'] ?? '',
    body: headers['content-type'] === 'application/json' ? JSON.parse(body as string) : undefined,
  };
}

const operations: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  ['POST', /\/api\/v1\/session$/, 'readSession'],
  ['POST', /\/api\/v1\/bank-lookup$/, 'lookUpBank'],
  ['POST', /\/api\/v1\/payments$/, 'createPayment'],
  ['PUT', /\/api\/v1\/payments\/([^/]+)\/authentication$/, 'authenticatePayment'],
  ['GET', /\/api\/v1\/payments\/([^/]+)$/, 'getPayment'],
  ['DELETE', /\/api\/v1\/payments\/([^/]+)$/, 'cancelPayment'],
  ['DELETE', /\/api\/v1\/payment-instruments\/([^/]+)$/, 'removePaymentInstrument'],
];

/** Returns the operation of an address. @throws Error when the versions of widget and kit do not match. */
function operationAt(method: string, path: string): Pick<Call, 'operation' | 'id'> {
  for (const [ofMethod, pattern, operation] of operations) {
    const match = ofMethod === method ? pattern.exec(path) : null;
    if (match) return { operation, id: decodeURIComponent(match[1] ?? '') };
  }
  throw new Error(
    `The mock gateway does not support ${method} ${path}: the widget may be of another version.`,
  );
}

function requestOf({ operation, body }: Call, answer: Answer | undefined): MockRequest {
  const { paymentMethod } = (body ?? {}) as { readonly paymentMethod?: PaymentMethod };
  return {
    operation,
    ...(paymentMethod && { paymentMethod }),
    status: answer?.status,
    body: () => body,
  };
}

/** Creates the part of a response that the widget reads, since Jest's jsdom has no `Response`. */
function responseOf({ status, headers = {}, body }: Answer): Response {
  const text = body === undefined ? '' : JSON.stringify(body);
  const read: Pick<Response, 'status' | 'ok' | 'text'> & { readonly headers: Pick<Headers, 'get'> } = {
    status,
    ok: status < 400,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: () => Promise.resolve(text),
  };
  return read as Response;
}
