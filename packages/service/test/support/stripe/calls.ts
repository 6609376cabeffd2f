import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Books } from './books.js';
import { answerChallenge, confirmIntent } from './confirm.js';
import { createIntent } from './create.js';
import { ANSWERED, isAfterwards, type Faults } from './faults.js';
import { at, decodeForm, textAt, type FormObject } from './form.js';
import { IdempotencyKeys, type Kept } from './idempotency.js';
import { listPage } from './list.js';
import { detachPaymentMethod } from './detach.js';
import { domainCall, domainOfPage } from './domains.js';
import { cancelIntent, captureIntent, refundIntent } from './money.js';
import type { Intent, IntentKind } from './objects.js';
import type { Operation, ParameterCheck } from './parameter-check.js';
import { presentDispute, presentIntent, presentMandate, presentPaymentMethod } from './present.js';
import { invalidRequest, notFound, Refusal } from './refusal.js';

/** A call as it was received. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  /** Parameters of the call, with card data masked. */
  readonly parameters: FormObject;
  readonly idempotencyKey: string | null;
  readonly by: 'service' | 'browser';
  readonly status: number | 'none';
}

export interface CallsParts {
  readonly books: Books;
  readonly faults: Faults;
  readonly keys: { readonly secretKey: string; readonly publishableKey: string };
  readonly check: ParameterCheck;
  readonly origin: () => string;
  /** Called after each call that had an effect. */
  readonly note: () => void;
}

const VERSION = '2026-10-28.endive';
const INTENT = /^\/v1\/(payment_intent|setup_intent)s(?:\/(\w+))?(?:\/(confirm|capture|cancel))?$/;
const OPEN_TO_ALL = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
};

/** A call after parsing. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly form: FormObject;
  readonly raw: string;
  readonly key: string | null;
  readonly by: 'service' | 'browser';
}

/** Handles the REST calls: who may make them, whether they were sent before, and what they do. */
export class Calls {
  readonly recorded: Recorded[] = [];
  readonly #idempotency: IdempotencyKeys;

  constructor(private readonly parts: CallsParts) {
    this.#idempotency = new IdempotencyKeys(() => parts.books.now());
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, OPEN_TO_ALL);
      response.end();
      return;
    }
    const url = new URL(request.url ?? '/', this.parts.origin());
    const method = request.method ?? 'GET';
    const fault = this.parts.faults.take(`${method} ${url.pathname}`);
    const raw = method === 'GET' ? url.search.slice(1) : await readText(request);
    const form = decodeForm(raw);
    const by = this.#caller(request, form);
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' ? header : null;
    const call = by && { method, path: url.pathname, form, raw, key, by };
    const early = fault === null ? undefined : ANSWERED[fault];
    const result =
      fault === 'dropped'
        ? null
        : early
          ? { status: early.status, body: { error: early.body } }
          : call
            ? this.#run(call, request)
            : {
                status: 401,
                body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided.' } },
              };
    const isLost = fault === 'dropped' || fault === 'answer_lost' || fault === 'silent';
    this.recorded.push({
      method,
      path: url.pathname,
      parameters: masked(form),
      idempotencyKey: key,
      by: by ?? 'browser',
      status: isLost || result === null ? 'none' : result.status,
    });
    if (fault === 'silent') return;
    if (isLost || result === null) {
      request.socket.destroy();
      return;
    }
    const sent = fault !== null && isAfterwards(fault) ? 'broken' : 'whole';
    const status = fault === 'api_error_after' ? 500 : result.status;
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${this.recorded.length}`,
      'stripe-version': VERSION,
      ...OPEN_TO_ALL,
    });
    response.end(sent === 'broken' ? '<html>' : JSON.stringify(result.body));
  }

  #caller(request: IncomingMessage, form: FormObject): 'service' | 'browser' | null {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const { secretKey, publishableKey } = this.parts.keys;
    if (bearer === secretKey) return 'service';
    return (bearer ?? textAt(form, 'key')) === publishableKey ? 'browser' : null;
  }

  #run(call: Call, request: IncomingMessage): Kept {
    const id = `${call.method} ${call.path} ${call.raw}`;
    try {
      if (call.by === 'service') {
        if (request.headers['stripe-version'] !== VERSION)
          throw invalidRequest(`The recorder speaks ${VERSION}.`);
        if (call.method === 'POST' && call.key === null) throw invalidRequest('No idempotency key.');
      }
      const earlier = call.key === null ? null : this.#idempotency.earlier(call.key, id);
      if (earlier) return earlier;
      const answer = { status: 200, body: this.#do(call) };
      if (call.key !== null) this.#idempotency.keep(call.key, id, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const answer = { status: error.status, body: { error: error.body } };
      if (call.key !== null && error.isKept) this.#idempotency.keep(call.key, id, answer);
      return answer;
    } finally {
      this.parts.note();
    }
  }

  #do(call: Call): object {
    const { books } = this.parts;
    const { method, path, form, by } = call;
    const [, challenged] = /^\/test\/challenges\/(\w+)$/.exec(path) ?? [];
    if (challenged !== undefined && method === 'POST') {
      const intent = this.#intentFor(call, challenged);
      answerChallenge(books, intent, textAt(form, 'outcome') === 'complete' ? 'complete' : 'fail');
      return this.#present(intent, form);
    }
    const match = INTENT.exec(path);
    if (match) return this.#intentCall(call, match[1] as IntentKind, match[2], match[3]);
    if (path === '/test/payment_method_domains')
      return domainOfPage(books, textAt(form, 'domain_name') ?? '');
    if (by === 'browser') throw notFound(path);
    const [, domain] = /^\/v1\/payment_method_domains(.*)$/.exec(path) ?? [];
    if (domain !== undefined && method === 'POST') {
      this.#check(`POST ${path.replace(/pmd_\w+/, ':id')}` as Operation, form);
    }
    const ofDomain = domainCall(books, method, path, form);
    if (ofDomain) return ofDomain;
    const [, of, id = ''] = /^\/v1\/(payment_methods|mandates)\/(\w+)$/.exec(path) ?? [];
    if (method === 'GET' && of === 'payment_methods') return presentPaymentMethod(books.paymentMethod(id));
    if (method === 'GET' && of === 'mandates') return presentMandate(books.mandate(id));
    if (method === 'GET' && path === '/v1/disputes') {
      const data = presentDispute(books.intent(textAt(form, 'payment_intent') ?? ''));
      return { object: 'list', url: path, has_more: false, data };
    }
    if (method === 'GET' && path === '/v1/refunds') {
      const intent = books.intent(textAt(form, 'payment_intent') ?? '');
      const refunds = books.refunds.filter(({ payment_intent: of }) => of === intent.id);
      return listPage(path, form, refunds);
    }
    if (method !== 'POST') throw notFound(path);
    if (path === '/v1/customers') {
      this.#check('POST /v1/customers', form);
      const customer = { id: books.newId('cus'), metadata: at(form, 'metadata') as object };
      books.customers.set(customer.id, customer);
      return { object: 'customer', ...customer };
    }
    const [, detached] = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path) ?? [];
    if (detached !== undefined) {
      this.#check('POST /v1/payment_methods/:id/detach', form);
      return presentPaymentMethod(detachPaymentMethod(books, detached));
    }
    if (path !== '/v1/refunds') throw notFound(path);
    this.#check('POST /v1/refunds', form);
    return refundIntent(books, form);
  }

  #intentCall(call: Call, kind: IntentKind, id: string | undefined, action: string | undefined): object {
    const { books } = this.parts;
    const { method, form, by } = call;
    if (id === undefined) {
      if (by === 'browser') throw notFound(call.path);
      if (method === 'GET') {
        const customer = textAt(form, 'customer');
        const since = Number(textAt(form, 'created', 'gte') ?? 0);
        const found = [...books.intents.values()].filter(
          (intent) =>
            intent.kind === kind &&
            intent.created >= since &&
            (customer === undefined || intent.customer === customer),
        );
        return listPage(
          call.path,
          form,
          found.map((intent) => this.#present(intent, {}) as { readonly id: string }),
        );
      }
      this.#check(`POST /v1/${kind}s`, form);
      const made = createIntent(books, kind, form);
      return textAt(form, 'confirm') === 'true' ? this.#confirm(call, made) : this.#present(made, form);
    }
    const intent = this.#intentFor(call, id, kind);
    if (method === 'GET' && action === undefined) return this.#present(intent, form);
    if (method !== 'POST' || action === undefined) throw notFound(call.path);
    if (by === 'service') this.#check(`POST /v1/${kind}s/:id/${action}` as Operation, form);
    else if (action !== 'confirm') throw notFound(call.path);
    if (action === 'confirm') return this.#confirm(call, intent);
    if (action === 'capture') captureIntent(intent, form);
    else cancelIntent(intent, form);
    return this.#present(intent, form);
  }

  #confirm({ form, by }: Call, intent: Intent): object {
    try {
      confirmIntent(this.parts.books, intent, form, by);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 402) throw error;
      throw new Refusal(402, { ...error.body, [intent.kind]: this.#present(intent, {}) }, true);
    }
    return this.#present(intent, form);
  }

  /** Returns the intent of a call. A browser must send the intent's secret. */
  #intentFor({ by, form }: Call, id: string, kind?: IntentKind): Intent {
    const intent = this.parts.books.intent(id, kind);
    if (by === 'browser' && textAt(form, 'client_secret') !== intent.clientSecret) throw notFound(id);
    return intent;
  }

  #present(intent: Intent, form: FormObject): object {
    const expand = at(form, 'expand');
    return presentIntent(intent, Array.isArray(expand) ? (expand as string[]) : [], this.parts.origin());
  }

  #check(operation: Operation, form: FormObject): void {
    const problem = this.parts.check(operation, form);
    if (problem !== null)
      throw invalidRequest(`The types of the SDK do not allow this: ${problem}`, 'parameter_unknown');
  }
}

/** Masks card data, which must never be recorded. */
function masked(form: FormObject): FormObject {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      if (name === 'card' && at({ value }, 'value', 'number') !== undefined) return [name, '•••'];
      const isObject = typeof value === 'object' && !Array.isArray(value);
      return [name, isObject ? masked(value as FormObject) : value];
    }),
  );
}
