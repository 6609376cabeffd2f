import { type PageWithTestKit, testKitKey } from '../providers/test-kit.js';
import type { PaymentMethod } from '@upc/contract/gateway';
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

export interface MockGatewayOptions extends SessionOptions {
  /** Outcome of payments. When absent, the card or account that is typed in decides: see the documentation's test data. */
  readonly outcome?: Outcome;
  /** Locale of the widget, such as `de`; `en` when absent. */
  readonly locale?: string;
}

/** A request of the widget. Printing it, or comparing it, shows nothing personal. */
export interface MockRequest {
  /** As the contract calls it, such as `createPayment`. */
  readonly operation: Operation;
  readonly paymentMethod?: PaymentMethod;
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** The body that was sent: it may be personal. */
  body(): unknown;
}

/** A gateway in the page's memory. */
export interface MockGateway {
  /** Options with which `init` asks it: `init({ ...gateway.config, container })`. */
  readonly config: {
    readonly userSessionToken: string;
    readonly environment: 'test';
    readonly baseUrl: string;
    readonly countryCode: string;
    readonly locale: string;
  };
  /** The token that `onSuccess` receives. */
  readonly paymentRequestToken: string;
  /** The widget's requests so far, oldest first. */
  readonly requests: readonly MockRequest[];
  /** From the next request on; undefined lets what is typed decide. */
  setOutcome(outcome: Outcome | undefined): void;
  /** Widgets of later `init`s ask the real gateway again. May be called again. */
  stop(): void;
}

/**
 * Answers the widgets of this page from memory, whatever gateway they name, until it is stopped: nothing is sent anywhere.
 * Fields in frames of a provider become plain inputs. Other requests of the page are not touched.
 *
 * @throws Error when another one has not been stopped, or when the contract forbids such a session.
 */
export function mockGateway(options: MockGatewayOptions = {}): MockGateway {
  const page = globalThis as PageWithTestKit;
  if (page[testKitKey]) throw new Error('Another mock gateway answers this page: stop() that one first.');
  const gateway = new GatewayAnswers(options, options.outcome);
  const requests: MockRequest[] = [];
  const kit = {
    fetch: respond((call) => {
      const answer = gateway.answer(call);
      requests.push(requestOf(call, answer));
      return answer;
    }),
    provider: plainFields((id, card) => gateway.enterCard(id, card)),
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
    stop: () => {
      if (page[testKitKey] === kit) Reflect.deleteProperty(page, testKitKey);
    },
  };
}

/** The part of `fetch` that the widget uses. */
function respond(answer: (call: Call) => Answer | undefined): typeof fetch {
  return async (address, sent = {}) => {
    await Promise.resolve();
    sent.signal?.throwIfAborted();
    const answered = orFail(() => answer(callOf(address as string, sent)));
    if (!answered) throw new TypeError('The mock gateway does not answer.');
    return responseOf(answered);
  };
}

/** A fault of the kit fails the test: to the widget it would be a gateway that does not answer. */
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

function callOf(address: string, { method = 'GET', headers, body }: RequestInit): Call {
  const given = headers as Readonly<Record<string, string>>;
  return {
    ...operationAt(method, new URL(address).pathname),
    idempotencyKey: given['idempotency-key'] ?? '',
    body: given['content-type'] === 'application/json' ? JSON.parse(body as string) : undefined,
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

/** @throws Error when the widget and the kit are of versions that do not know each other. */
function operationAt(method: string, path: string): Pick<Call, 'operation' | 'id'> {
  for (const [ofMethod, pattern, operation] of operations) {
    const match = ofMethod === method ? pattern.exec(path) : null;
    if (match) return { operation, id: decodeURIComponent(match[1] ?? '') };
  }
  throw new Error(`The mock gateway does not know ${method} ${path}: is the widget of another version?`);
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

/** As much of a response as the widget reads: Jest's jsdom has no `Response`. */
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
