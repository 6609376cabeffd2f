import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Books } from './books.js';
import { Calls, type Recorded } from './calls.js';
import { registerDomain } from './domains.js';
import { eventType, signature } from './events.js';
import { Faults, type Fault } from './faults.js';
import { decodeForm, textAt } from './form.js';
import { answerChallenge, payWithLink } from './confirm.js';
import { settleDebit } from './money.js';
import { backTo, hostedPage } from './pages.js';
import { parameterCheck } from './parameter-check.js';
import { presentDispute, presentIntent, presentMandate } from './present.js';
import { Refusal } from './refusal.js';
import type { DisputeStatus, Intent } from './objects.js';

export interface StripeRecorder {
  /** Origin for the service and for browsers. */
  readonly url: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  /** All calls so far. */
  readonly requests: readonly Recorded[];
  /** Returns an intent. @throws Refusal if it does not exist. */
  intent(id: string): Readonly<Intent>;
  /** Returns all intents, oldest first. */
  intents(): readonly Readonly<Intent>[];
  /** Returns how many customers were created. */
  customers(): number;
  /** Registers a domain. */
  registerDomain(name: string): void;
  /** Makes every later validation of a domain find a problem with a wallet; null: none. */
  setDomainProblem(name: string, wallet: string, problem: string | null): void;
  /** Disables a domain, as can be done in the dashboard. */
  disableDomain(name: string): void;
  /** Returns the names of the domains that are registered and enabled. */
  domains(): readonly string[];
  /** Forgets all domains and their problems. */
  forgetDomains(): void;
  /** Lets a person pay an intent with Link as a method of its own, whatever its allowed types. */
  payWithLink(id: string): void;
  /** Makes the next calls whose `METHOD /path` matches fail. */
  order(fault: Fault, where: RegExp, times?: number): void;
  /** Cancels all ordered faults. */
  mend(): void;
  /** Answers a challenge as a person does, in the modal or on the page. */
  answerChallenge(id: string, outcome: 'complete' | 'fail'): void;
  /** Lets the bank decide a debit that is processing. */
  settle(id: string): void;
  /** Revokes a mandate, as the payer does at the bank. */
  revokeMandate(id: string): void;
  /** Creates a copy of an intent, as a call that is made twice does. @returns its id */
  copy(id: string): string;
  /** Empties an intent's metadata, as can be done in the dashboard. */
  forgetMetadata(id: string): void;
  /** Creates or continues a dispute about an intent's charge. @returns its event */
  dispute(id: string, status: DisputeStatus, type: string): { payload: string; signature: string };
  /** Sends the pending events, oldest first. @returns the statuses of the responses. */
  deliver(url: string): Promise<number[]>;
  /** Returns body and signature of an event of an intent or a mandate, for tests that do not use `deliver`. */
  signedEvent(
    id: string,
    change?: { type?: string; secret?: string; seconds?: number },
  ): { payload: string; signature: string };
  close(): Promise<void>;
}

/** Starts the stand-in for Stripe's API on a free port of the loopback interface (README.md beside this file). */
export async function startStripeRecorder(clock: () => Date = () => new Date()): Promise<StripeRecorder> {
  const key = (prefix: string) => `${prefix}_${randomBytes(16).toString('hex')}`;
  const keys = { secretKey: key('sk_test'), publishableKey: key('pk_test'), webhookSecret: key('whsec') };
  const books = new Books(clock);
  const faults = new Faults();
  let url = '';
  const events: { readonly type: string; readonly intent: Intent }[] = [];
  const seen = new Map<string, string>();
  // Each intent whose state the call has changed gets an event.
  const note = () => {
    for (const intent of books.intents.values()) {
      const state = `${intent.status} ${intent.lastError?.code ?? ''}`;
      const type = eventType(intent);
      if (seen.get(intent.id) !== state && type !== null) events.push({ type, intent });
      seen.set(intent.id, state);
    }
  };
  const calls = new Calls({ books, faults, keys, check: parameterCheck(), origin: () => url, note });

  const page = async (request: IncomingMessage, response: ServerResponse, id: string): Promise<void> => {
    const form = decodeForm(
      request.method === 'POST' ? await readText(request) : new URL(request.url ?? '', url).search.slice(1),
    );
    const intent = books.intent(id);
    if (textAt(form, 'client_secret') !== intent.clientSecret)
      throw new Refusal(404, { type: 'invalid_request_error', message: 'Not found' });
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      response.end(hostedPage(intent));
      return;
    }
    answerChallenge(books, intent, textAt(form, 'outcome') === 'complete' ? 'complete' : 'fail');
    note();
    response.writeHead(303, { location: backTo(intent) });
    response.end();
  };

  const server = createServer((request, response) => {
    const [, id] = /^\/pages\/(\w+)/.exec(request.url ?? '') ?? [];
    const answered = id === undefined ? calls.answer(request, response) : page(request, response, id);
    answered.catch((error: unknown) => {
      response.writeHead(error instanceof Refusal ? error.status : 500, { 'content-type': 'text/plain' });
      response.end(error instanceof Error ? error.message : 'failed');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://localhost:${(server.address() as AddressInfo).port}`;

  const signed = (object: object, type: string, secret = keys.webhookSecret, seconds = books.now()) => {
    const payload = JSON.stringify({
      id: books.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds,
      livemode: false,
      type,
      data: { object },
    });
    return { payload, signature: signature(payload, secret, seconds) };
  };
  return {
    url,
    ...keys,
    requests: calls.recorded,
    intent: (id) => books.intent(id),
    intents: () => [...books.intents.values()],
    customers: () => books.customers.size,
    registerDomain: (name) => void registerDomain(books, name),
    setDomainProblem: (name, wallet, problem) => {
      const problems = books.domainProblems.get(name) ?? new Map<string, string>();
      if (problem === null) problems.delete(wallet);
      else problems.set(wallet, problem);
      books.domainProblems.set(name, problems);
    },
    disableDomain: (name) => {
      registerDomain(books, name).enabled = false;
    },
    domains: () =>
      [...books.domains.values()].filter(({ enabled }) => enabled).map(({ domain_name: name }) => name),
    forgetDomains: () => {
      books.domains.clear();
      books.domainProblems.clear();
    },
    payWithLink: (id) => {
      payWithLink(books, books.intent(id));
      note();
    },
    order: (fault, where, times = 1) => faults.order(fault, where, times),
    mend: () => faults.mend(),
    answerChallenge: (id, outcome) => {
      answerChallenge(books, books.intent(id), outcome);
      note();
    },
    settle: (id) => {
      settleDebit(books.intent(id));
      note();
    },
    revokeMandate: (id) => {
      books.mandate(id).isRevoked = true;
    },
    copy: (id) => {
      const copied = { ...books.intent(id), id: books.newId('pi') };
      books.intents.set(copied.id, copied);
      return copied.id;
    },
    forgetMetadata: (id) => {
      books.intents.set(id, { ...books.intent(id), metadata: {} });
    },
    dispute: (id, status, type) => {
      const { charge } = books.intent(id);
      if (!charge) throw new Error(`${id} was never charged.`);
      charge.dispute = status;
      const [dispute = {}] = presentDispute(books.intent(id));
      return signed(dispute, type);
    },
    deliver: async (target) => {
      const statuses: number[] = [];
      for (const { type, intent } of events.splice(0)) {
        const { payload, signature: header } = signed(presentIntent(intent, [], url), type);
        const answer = await fetch(target, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': header },
          body: payload,
        });
        statuses.push(answer.status);
      }
      return statuses;
    },
    signedEvent: (id, { type = 'payment_intent.succeeded', secret, seconds } = {}) =>
      signed(
        id.startsWith('mandate')
          ? presentMandate(books.mandate(id))
          : presentIntent(books.intent(id), [], url),
        type,
        secret,
        seconds,
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
