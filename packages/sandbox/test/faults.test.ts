import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Payment, Session } from '@upc/contract/gateway';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type FaultName,
  type FaultOptions,
  Faults,
  FAULTS,
  type Incident,
  repeatingOptions,
} from '../src/faults.js';
import { choosePorts } from '../src/ports.js';
import { type Sandbox, startSandbox } from '../src/sandbox.js';

const API_KEY = 'test-key-northside-berlin-eur';
const MEMBER = 2001;
/** Beginning of the types of events that the tests cause. */
const MEDIUM = 'CUSTOMER_ACCESS_MEDIUM_';

describe('the draws', () => {
  const drawn = (options: Partial<FaultOptions>, key = 'POST /v1/leads') => {
    const faults = new Faults({ names: FAULTS, rate: 0.5, seed: 42, ...options });
    return Array.from({ length: 200 }, () => faults.draw(FAULTS, key)?.fault ?? null);
  };

  test('repeat with a seed, and differ with another seed or route', () => {
    expect(drawn({})).toEqual(drawn({}));
    expect(drawn({})).not.toEqual(drawn({ seed: 43 }));
    expect(drawn({})).not.toEqual(drawn({}, 'GET /v1/leads'));
  });

  test('happen as often as the rate says', () => {
    const count = (rate: number) => drawn({ rate }).filter((fault) => fault !== null).length;
    expect(count(0)).toBe(0);
    expect(count(1)).toBe(200);
    expect(Math.abs(count(0.5) - 100)).toBeLessThan(25);
  });

  test('are only those that were chosen', () => {
    expect(new Set(drawn({ rate: 1, names: ['slow', 'doubled-event'] }))).toEqual(
      new Set(['slow', 'doubled-event']),
    );
  });

  test('the list holds the latest 500, newest first, and counts all', () => {
    const faults = new Faults({ names: ['slow'], rate: 1, seed: 1 });
    for (let number = 1; number <= 501; number += 1)
      faults.record({ time: new Date(number), fault: 'slow', description: '' });
    expect(faults.latest).toHaveLength(500);
    expect(faults.latest[0]?.time).toEqual(new Date(501));
    expect(faults.counts).toEqual(new Map([['slow', 501]]));
  });
});

describe('a sandbox with faults', () => {
  let dataFolder: string;
  let running: Sandbox | undefined;
  beforeAll(async () => {
    dataFolder = await mkdtemp(path.join(tmpdir(), 'upc-data-'));
    // The first start takes longest, because it creates the database.
    const first = await startSandbox(await choosePorts(0), { dataFolder, webhookUrl: null });
    await first.close();
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  const start = async (names: readonly FaultName[], webhookUrl: string | null = null): Promise<Sandbox> => {
    const faults = { names, rate: 1, seed: 7 };
    running = await startSandbox(await choosePorts(0), { dataFolder, webhookUrl, faults });
    return running;
  };

  test.each([['lost-answer'], ['5xx']] as const)(
    'a client that repeats its requests opens one session and pays once: %s',
    async (fault) => {
      const { serviceUrl } = await start([fault]);
      const client = new RepeatingClient(serviceUrl);
      const before = await client.balance();
      const session = await client.openSession(5);
      const token = await client.pay(session);
      await client.use(token, 5);
      expect(client.repeats).toBeGreaterThan(3);
      expect(await client.balance()).toBeCloseTo(before + 5);
      // The first request with this key, whose answer the client may not have received, opened the same session.
      expect((await client.openSession(5, session.key)).token).toBe(session.token);

      const { counts, faults, seed } = await listOf(serviceUrl);
      expect(seed).toBe(7);
      expect(counts).toEqual({ [fault]: faults.length });
      expect(faults[0]).toMatchObject({
        fault,
        request: { method: 'POST', route: '/v1/payments/user-session' },
      });
      expect(JSON.stringify(faults)).not.toMatch(/2001|test-key/);
    },
  );

  test.each([
    ['doubled-event', ['first', 'first', 'second', 'second', 'third', 'third']],
    // Nothing follows the third event, so it arrives some seconds later.
    ['reordered-events', ['second', 'first', 'third']],
  ] as const)('every event arrives: %s', async (fault, order) => {
    const receiver = await startReceiver();
    const { serviceUrl } = await start([fault], receiver.url);
    const client = new RepeatingClient(serviceUrl);
    await client.send('POST', '/v1/studios/confirmActivation', {});
    const path = `/v1/customers/${MEMBER}/access-mediums`;
    const medium = await client.send<{ id: number }>('POST', path, {
      type: 'PIN',
      value: String(randomInt(1e8, 1e9)),
    });
    await client.send('PUT', `${path}/${medium.id}`, { value: String(randomInt(1e8, 1e9)) });
    await client.send('DELETE', `${path}/${medium.id}`);
    await expect.poll(() => receiver.events.length, { timeout: 60_000 }).toBe(order.length);
    const names = { CREATED: 'first', UPDATED: 'second', DELETED: 'third' } as const;
    const kindOf = (type: string) => type.replace(MEDIUM, '') as keyof typeof names;
    expect(receiver.events.map(({ type }) => names[kindOf(type)])).toEqual(order);
    expect(new Set(receiver.events.map(({ uuid }) => uuid)).size).toBe(3);
    const { faults } = await listOf(serviceUrl);
    expect(faults[0]?.event).toMatchObject({ receiver: new URL(receiver.url).host });
    receiver.close();
  });

  test('the page lists no fault at first, and is not there without faults', async () => {
    const { serviceUrl } = await start(['slow']);
    const page = await fetch(`${serviceUrl}/sandbox/faults`, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const markup = await page.text();
    expect(markup).toContain('There have been no faults yet');
    expect(markup).toContain(repeatingOptions({ names: ['slow'], rate: 1, seed: 7 }));
    await running?.close();
    running = await startSandbox(await choosePorts(0), { dataFolder, webhookUrl: null });
    expect((await fetch(`${running.serviceUrl}/sandbox/faults`)).status).toBe(404);
  });
});

interface List {
  readonly seed: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly faults: readonly Incident[];
}

async function listOf(serviceUrl: string): Promise<List> {
  const response = await fetch(`${serviceUrl}/sandbox/faults`, { headers: { accept: 'application/json' } });
  return (await response.json()) as List;
}

/** Repeats a request without a usable answer, with the same idempotency key, as the documentation asks of partners. */
class RepeatingClient {
  repeats = 0;

  constructor(private readonly serviceUrl: string) {}

  async balance(): Promise<number> {
    const path = `/v1/customers/${MEMBER}/account/balances`;
    return (await this.send<{ accountBalance: { amount: number } }>('GET', path)).accountBalance.amount;
  }

  async openSession(amount: number, key: string = randomUUID()): Promise<OpenedSession> {
    const body = { amount, scope: 'ECOM', referenceText: 'Fees', customerId: MEMBER };
    return {
      ...(await this.send<{ token: string }>('POST', '/v1/payments/user-session', body, { key })),
      key,
    };
  }

  /** Pays by SEPA as the widget does. @returns the token of the payment. */
  async pay({ token: session }: OpenedSession): Promise<string> {
    const { paymentMethods } = await this.send<Session>('GET', '/api/v1/session', undefined, { session });
    const sepa = paymentMethods.find(({ paymentMethod }) => paymentMethod === 'SEPA');
    const { reference, version, language } = sepa?.mandate ?? {};
    const body = {
      paymentMethod: 'SEPA',
      details: { accountHolder: 'Test Person', iban: 'DE89370400440532013000' },
      mandate: { reference, version, language, accepted: true },
    };
    const { id } = await this.send<Payment>('POST', '/api/v1/payments', body, { session });
    const path = `/api/v1/payments/${id}`;
    await this.send('PUT', `${path}/authentication`, {}, { session });
    for (;;) {
      const { paymentRequestToken } = await this.send<Payment>('GET', path, undefined, { session });
      if (paymentRequestToken !== undefined) return paymentRequestToken;
      await wait(100);
    }
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

interface OpenedSession {
  readonly token: string;
  /** Idempotency key with which it was opened. */
  readonly key: string;
}

interface Receiver {
  readonly url: string;
  readonly events: readonly { readonly type: string; readonly uuid: string }[];
  close(): void;
}

async function startReceiver(): Promise<Receiver> {
  const events: { type: string; uuid: string }[] = [];
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      const { uuid, payload } = JSON.parse(body) as { uuid: string; payload: { type: string }[] };
      // The first start of a sandbox also reports what it prepares.
      for (const { type } of payload) if (type.startsWith(MEDIUM)) events.push({ type, uuid });
      response.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/events`, events, close: () => server.close() };
}
