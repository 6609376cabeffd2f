import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDemo } from '../app.js';

interface Received {
  readonly path: string;
  readonly key: string | string[] | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

const ID = '753ea8ec-c2ec-4761-824b-bc46eda3f644';
const VALID_UNTIL = '2999-01-01T00:00:00Z';
const PREFETCHED = { token: 't', paymentMethods: [] };

/** Price and signup responses of the fake service, which sells one offer. Each test sets them. */
let price = { due: 0, volume: 0 };
let signupStatuses: number[] = [];
let received: Received[] = [];
let service: Server;
let demo: FastifyInstance;
let url: string;
let cookie = '';

beforeAll(async () => {
  service = createServer((request, response) => void answer(request, response));
  const serviceUrl = await listen(service);
  demo = createDemo({ serviceUrl, pages: fileURLToPath(new URL('../../pages', import.meta.url)) });
  url = await demo.listen();
});

beforeEach(async () => {
  cookie = '';
  signupStatuses = [];
  const opened = await ask('open', { studio: 'northside', again: true });
  cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  received = [];
});

afterAll(async () => {
  await demo.close();
  service.close();
  service.closeAllConnections();
});

const recurring = { amount: 0, scope: 'MEMBER_ACCOUNT', permittedPaymentChoices: ['SEPA'] };
const initial = (amount: number, payer: object) => ({ amount, scope: 'ECOM', ...payer });

it.each([
  ['nothing is due on signing', { due: 0, volume: 278 }, [recurring]],
  ['all of it is due on signing', { due: 399, volume: 399 }, [initial(399, {})]],
  [
    'a part of it is due on signing',
    { due: 68.9, volume: 537.8 },
    [recurring, initial(68.9, { paymentServiceCustomerId: ID })],
  ],
])('opens the sessions that are needed when %s', async (_name, costs, sessions) => {
  price = costs;
  await ask('payment', { typed: { offerId: 1, termId: 2 } });
  expect(sessionsOpened()).toEqual(sessions.map((session) => expect.objectContaining(session) as unknown));
  await ask('payment', { typed: { offerId: 1, termId: 2 } });
  expect(sessionsOpened(), 'after a reload the same sessions are used').toHaveLength(sessions.length);
});

it('prefetches a session in the locale of the page, and keeps nothing of it', async () => {
  price = { due: 68.9, volume: 537.8 };
  const body = { typed: { offerId: 1, termId: 2 }, locale: 'de-CH' };
  const sessions = { RECURRING: PREFETCHED, INITIAL: PREFETCHED };
  expect(await (await ask('payment', body)).json()).toMatchObject({ sessions });
  expect(sessionsOpened().map(({ prefetch }) => prefetch)).toEqual(Array(2).fill({ locale: 'de-CH' }));
  expect(await (await ask('payment', body)).json()).toHaveProperty('sessions', {});
  expect(await (await ask('open', { studio: 'northside' })).text()).not.toContain('paymentMethods');
});

it('opens another session for an amount that has changed, and keeps the other', async () => {
  price = { due: 68.9, volume: 537.8 };
  await ask('payment', { typed: { offerId: 1, termId: 2 } });
  price = { due: 50, volume: 500 };
  await ask('payment', { typed: { offerId: 1, termId: 2 } });
  expect(sessionsOpened().map(({ amount }) => amount)).toEqual([0, 68.9, 50]);
});

it.each(['RECURRING', 'INITIAL'])('replaces a session (%s) by one of the same person', async (renew) => {
  price = { due: 68.9, volume: 537.8 };
  const typed = { offerId: 1, termId: 2 };
  await ask('payment', { typed });
  await ask('payment', { typed, renew });
  expect(sessionsOpened()).toHaveLength(3);
  expect(sessionsOpened().at(-1)).toMatchObject({ paymentServiceCustomerId: ID });
});

it('sends the very same request again until the outcome is known, and a new one after a refusal', async () => {
  price = { due: 0, volume: 278 };
  const typed = { offerId: 1, termId: 2, person: { firstName: 'Clara' } };
  await ask('payment', { typed });
  await ask('collected', { part: 'RECURRING', paymentRequestToken: 'token' });
  // A refusal of the key says nothing about the first attempt.
  signupStatuses = [503, 401, 400, 200];
  const statuses = [];
  for (const firstName of ['Clara', 'Other', 'Another', 'Last']) {
    statuses.push((await ask('submit', { typed: { ...typed, person: { firstName } } })).status);
  }
  expect(statuses).toEqual([502, 401, 400, 200]);
  const [first, again, refused, last] = received.filter(({ path }) => path === '/v1/memberships/signup');
  expect([again, refused]).toEqual([first, first]);
  expect(last?.key).not.toBe(first?.key);
  expect(last?.body.customer).toMatchObject({ firstName: 'Last', paymentRequestToken: 'token' });
});

it('sends the legal representative and the request for an early start with the contract', async () => {
  price = { due: 0, volume: 278 };
  const signature = { consent: true, base64SvgSignature: 'PHN2Zz4=' };
  const legalRepresentative = { firstName: 'Anna', lastName: 'Canary', ...signature };
  const given = { legalRepresentative, earlyStartRequested: true };
  const typed = { offerId: 1, termId: 2, person: { firstName: 'Clara' }, ...given };
  await ask('payment', { typed });
  await ask('collected', { part: 'RECURRING', paymentRequestToken: 'token' });
  await ask('submit', { typed });
  expect(received.find(({ path }) => path === '/v1/memberships/signup')?.body).toMatchObject({
    contract: given,
  });
});

it('shows the latest contract, with a fresh link after a reload', async () => {
  price = { due: 0, volume: 278 };
  const typed = { offerId: 1, termId: 2 };
  await ask('payment', { typed });
  await ask('collected', { part: 'RECURRING', paymentRequestToken: 'token' });
  const booked = (await (await ask('submit', { typed })).json()) as { contractUrl: string };
  expect(booked.contractUrl).toMatch(/^contract 9,/);
  const again = (await (await ask('open', { studio: 'northside' })).json()) as { booked: typeof booked };
  expect(again.booked.contractUrl).toMatch(/^contract 9,/);
  expect(again.booked.contractUrl).not.toBe(booked.contractUrl);
});

it('does not sign up before everything that is needed has been collected', async () => {
  price = { due: 68.9, volume: 537.8 };
  await ask('payment', { typed: { offerId: 1, termId: 2 } });
  await ask('collected', { part: 'RECURRING', paymentRequestToken: 'token' });
  expect((await ask('submit', { typed: {} })).status).toBe(400);
});

it('knows nobody without the cookie', async () => {
  cookie = 'signup=somebody';
  expect((await ask('preview', { typed: { termId: 2 } })).status).toBe(410);
  expect(received).toEqual([]);
});

function sessionsOpened(): Received['body'][] {
  return received.filter(({ path }) => path === '/v1/payments/user-session').map(({ body }) => body);
}

function ask(action: string, body: object): Promise<Response> {
  return fetch(`${url}/api/signup/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const path = request.url ?? '';
  const parsed = body === '' ? {} : (JSON.parse(body) as Received['body']);
  received.push({ path, key: request.headers['idempotency-key'], body: parsed });
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/memberships/membership-offers/1': { id: 1, name: 'Standard', allowedPaymentChoices: ['SEPA'] },
    '/v1/memberships/signup/preview': {
      contractVolumeInformation: { totalContractVolume: money(price.volume) },
      paymentPreview: { dueOnSigningAmount: money(price.due) },
    },
    '/v1/payments/user-session': {
      ...{ token: 't', tokenValidUntil: VALID_UNTIL, paymentServiceCustomerId: ID },
      session: PREFETCHED,
    },
    '/v1/memberships/signup': { customerId: 7 },
    '/v1/customers/7/contracts': [3, 9, 5].map((id) => ({
      id,
      signedDocumentUrl: `contract ${id}, request ${received.length}`,
    })),
  };
  const status = path === '/v1/memberships/signup' ? (signupStatuses.shift() ?? 200) : 200;
  // The second header stops the client from sending the request again by itself.
  const headers = { 'content-type': 'application/json', 'retry-after': '61' };
  const answered = status === 200 ? (answers[path] ?? { result: [] }) : { errorCode: 'x', errorMessage: 'x' };
  response.writeHead(status, headers).end(JSON.stringify(answered));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
