import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemo } from './app.js';
import { studios } from './studios.js';

interface Received {
  readonly path: string | undefined;
  readonly key: string | string[] | undefined;
  readonly body: unknown;
}

/** The second header stops the client from sending the request again. */
const headers = { 'content-type': 'application/json', 'retry-after': '61' };

/** Requests that the fake service has received, and the answer that it gives. */
let received: Received[] = [];
let answer = { status: 200, body: '{"token":"session-token","session":{"locale":"de"}}' };
let service: Server;
let demo: FastifyInstance;
let url: string;

beforeAll(async () => {
  service = createServer((incoming, response) => {
    void note(incoming).then(() => response.writeHead(answer.status, headers).end(answer.body));
  });
  const serviceUrl = await listen(service);
  demo = createDemo({ serviceUrl, pages: fileURLToPath(new URL('../pages', import.meta.url)) });
  url = await demo.listen();
});

const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const stripeSources: Readonly<Record<string, readonly string[]>> = {
  'script-src': stripeScripts,
  'connect-src': ['https://api.stripe.com'],
  'frame-src': [...stripeScripts, 'https://hooks.stripe.com'],
  'trusted-types': ['upc-stripe'],
};

afterAll(async () => {
  await demo.close();
  service.close();
  service.closeAllConnections();
});

describe('the partner’s backend', () => {
  it('opens a session with the studio’s key, and passes on only what a session has', async () => {
    const response = await post('/api/session', {
      ...{ studio: 'northside', customerId: 2001, amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Fee' },
      ...{ prefetch: { locale: 'de' }, apiKey: 'mine' },
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ token: 'session-token', session: { locale: 'de' } });
    expect(received).toEqual([
      {
        path: '/v1/payments/user-session',
        key: 'test-key-northside-berlin-eur',
        body: {
          ...{ customerId: 2001, amount: 0, scope: 'MEMBER_ACCOUNT', referenceText: 'Fee' },
          prefetch: { locale: 'de' },
        },
      },
    ]);
  });

  it.each([
    ['/api/payment-instrument', {}, '/v1/customers/2201/account/payment-instrument', {}],
    [
      '/api/pay',
      { amount: 35 },
      '/v1/customers/2201/account/payment',
      { amount: { amount: 35, currency: 'GBP' } },
    ],
  ])('%s uses the token', async (path, more, calledPath, calledBody) => {
    answer = { status: 200, body: '{}' };
    const response = await post(path, {
      studio: 'harbour',
      customerId: 2201,
      paymentRequestToken: 't',
      ...more,
    });
    expect(response.status).toBe(200);
    expect(received).toEqual([
      {
        path: calledPath,
        key: 'test-key-harbour-bristol-gbp',
        body: { paymentRequestToken: 't', ...calledBody },
      },
    ]);
  });

  it('passes on what the service refuses', async () => {
    const refusal = { errorCode: 'x', message: 'used', reference: 'paymentRequestToken', traceId: 't' };
    answer = { status: 409, body: JSON.stringify({ ...refusal, errorMessage: 'used' }) };
    const response = await post('/api/pay', {
      ...{ studio: 'northside', customerId: 2001, paymentRequestToken: 't', amount: 1 },
    });
    expect(response.status).toBe(409);
    expect(await response.json()).toEqual(refusal);
  });

  it('says that it does not know the outcome if the answer of the service is lost', async () => {
    answer = { status: 504, body: '' };
    const response = await post('/api/pay', {
      ...{ studio: 'northside', customerId: 2001, paymentRequestToken: 't', amount: 1 },
    });
    expect(response.status).toBe(502);
    expect(received).toHaveLength(1);
  });

  it('adds the bank account that is debited to the member’s account', async () => {
    answer = { status: 200, body: '{"bankAccount":{"iban":"DE89 •••• 3000"},"email":"mara@example.com"}' };
    const response = await post('/api/member/account', { studio: 'northside', customerId: 2001 });
    expect(await response.json()).toMatchObject({ bankAccount: { iban: 'DE89 •••• 3000' } });
    expect(received.map(({ path }) => path)).toContain('/v1/customers/2001');
  });

  it('creates a payment link for the member, for the purposes in their order', async () => {
    const link = { url: 'http://localhost:1/pay#t', qrCode: '<svg/>', expiresAt: '2026-12-28T12:00:00Z' };
    answer = { status: 200, body: JSON.stringify(link) };
    const purposes = ['PAYMENT_INSTRUMENT', 'ACCOUNT_PAYMENT'];
    const response = await post('/api/member/payment-link', {
      studio: 'northside',
      customerId: 2001,
      purposes,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(link);
    expect(received).toEqual([
      {
        path: '/v1/payments/links',
        key: 'test-key-northside-berlin-eur',
        body: { customerId: 2001, purposes },
      },
    ]);
  });

  it.each([
    ['an unknown studio', { studio: 'nowhere' }, /northside/],
    [
      'a customer of another studio',
      { studio: 'harbour', customerId: 2001, paymentRequestToken: 't' },
      /2201/,
    ],
    ['a token that is not text', { studio: 'harbour', customerId: 2201, paymentRequestToken: 5 }, /string/],
  ])('refuses %s without asking the service', async (_name, body, message) => {
    const response = await post('/api/payment-instrument', body);
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(message);
    expect(received).toEqual([]);
  });

  it('takes JSON only, and not too much of it', async () => {
    // A form on another page can send these media types, or no body at all.
    for (const body of [new URLSearchParams({ a: 'b' }), '{"studio":"northside"}']) {
      expect((await fetch(`${url}/api/pay`, { method: 'POST', body })).status).toBe(415);
    }
    expect((await fetch(`${url}/api/pay`, { method: 'POST' })).status).toBe(400);
    for (const body of ['{"studio"', '', '[]', 'null']) {
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${url}/api/pay`, { method: 'POST', headers, body })).status, body).toBe(400);
    }
    expect((await post('/api/pay', { studio: 'x'.repeat(20_000) })).status).toBe(413);
  });
});

describe('the pages', () => {
  it.each(['/', '/signup', '/styling', '/page.css', '/member.js', '/signup/main.js'])(
    '%s is served, with a strict policy',
    async (path) => {
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await response.text()).not.toContain('{{serviceUrl}}');
      const head = await fetch(url + path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe(response.headers.get('content-type'));
    },
  );

  it.each([false, true])('let Stripe in only where cards go through it: %s', async (allowsStripe) => {
    const pages = fileURLToPath(new URL('../pages', import.meta.url));
    const other = createDemo({ serviceUrl: 'http://localhost:1', pages, allowsStripe });
    const response = await fetch(await other.listen());
    await other.close();
    const policy = response.headers.get('content-security-policy') ?? '';
    const found = policy.split('; ').flatMap((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      const theirs = sources.filter((source) => source.includes('stripe'));
      return theirs.length > 0 ? [[name, theirs]] : [];
    });
    expect(Object.fromEntries(found)).toEqual(allowsStripe ? stripeSources : {});
  });

  it('never show an API key', async () => {
    const paths = [
      '/',
      '/signup',
      '/styling',
      '/member.js',
      '/signup/flow.js',
      '/styling/main.js',
      '/backend.js',
      '/api/studios',
    ];
    const everything = await Promise.all(paths.map(async (path) => (await fetch(url + path)).text()));
    for (const { apiKey } of studios) expect(everything.join('\n')).not.toContain(apiKey);
  });

  it.each([
    '/../server.ts',
    '/%2e%2e/server.ts',
    '/..%2fserver.ts',
    '/../backend/studios.ts',
    '/nothing',
    '/styling.html',
    '/signup/types.d.ts',
    '/not-found',
  ])('there is no %s', async (path) => {
    expect(await rawStatus(path)).toBe(404);
  });
});

describe('an address that does not exist', () => {
  it('shows a browser a page with a way on', async () => {
    const response = await fetch(`${url}/nothing`, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('href="/"');
  });

  it.each([
    ['/api/nothing', 'text/html'],
    ['/nothing.js', '*/*'],
  ])('answers %s for %s as JSON', async (path, accept) => {
    const response = await fetch(url + path, { headers: { accept } });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ message: `${path} does not exist.` });
  });
});

async function note(incoming: IncomingMessage): Promise<void> {
  const body: unknown = JSON.parse((await text(incoming)) || 'null');
  received.push({ path: incoming.url, key: incoming.headers['x-api-key'], body });
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function post(path: string, body: unknown): Promise<Response> {
  received = [];
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Requests a path without the normalisation that `fetch` applies to it. */
function rawStatus(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
      .once('error', reject)
      .end();
  });
}
