import { describe, expect, it } from 'vitest';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import { gatewaySession, payment } from '../testing/fixtures.js';
import { ManualClock, settle } from '../testing/manual-clock.js';
import { GatewayClient } from './gateway-client.js';

type Reply = Response | Error | 'silence';

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
}

function setUp(...replies: Reply[]) {
  return setUpWith('secret-token', ...replies);
}

function setUpWith(sessionToken: string | Promise<string>, ...replies: Reply[]) {
  const clock = new ManualClock();
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = ((url: string, init: RequestInit) => {
    sent.push({ url, init });
    const reply = replies.shift();
    if (reply instanceof Response) return Promise.resolve(reply);
    if (reply instanceof Error) return Promise.reject(reply);
    return new Promise((_, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  }) as typeof globalThis.fetch;
  const client = new GatewayClient({
    baseUrl: 'http://gateway',
    sessionToken,
    language: () => 'de-CH',
    clock,
    fetch,
    random: () => 0,
  });
  return { clock, sent, client, abort: new AbortController() };
}

function failure(promise: Promise<unknown>): Promise<PaymentWidgetError> {
  return promise.then(
    () => {
      throw new Error('It should have failed.');
    },
    (error: unknown) => error as PaymentWidgetError,
  );
}

describe('a request', () => {
  it('carries the token only in its header, without cookies, and follows no redirect', async () => {
    const { client, sent, abort } = setUp(answer(200, payment()));
    await client.getPayment('an-id', abort.signal);
    expect(sent[0]?.url).toBe('http://gateway/api/v1/payments/an-id');
    expect(sent[0]?.init).toMatchObject({
      method: 'GET',
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    });
    expect(sent[0]?.init.body).toBeUndefined();
    expect(sent[0]?.init.headers).toMatchObject({
      'x-user-payment-session-token': 'secret-token',
      'accept-language': 'de-CH',
    });
  });

  it('for the session needs no preflight', async () => {
    const { client, sent, abort } = setUp(answer(200, gatewaySession()));
    await client.getSession(abort.signal);
    const { url, init } = sent[0] ?? { url: '', init: {} };
    expect(url).toBe('http://gateway/api/v1/session');
    const request = new Request(url, init);
    expect(request.method).toBe('POST');
    expect(request.headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect(await request.text()).toBe('secret-token');
    // The Fetch Standard safelists these names with such values, so no preflight request is needed.
    expect([...request.headers.keys()].sort()).toEqual(['accept', 'accept-language', 'content-type']);
  });

  it('waits for a promised token, but not after it was aborted', async () => {
    let resolve!: (token: string) => void;
    const promised = new Promise<string>((settled) => (resolve = settled));
    const { client, sent, abort } = setUpWith(promised, answer(200, gatewaySession()));
    const session = client.getSession(abort.signal);
    const aborted = client.getSession(AbortSignal.abort(new Error('gone')));
    await settle();
    expect(sent).toEqual([]);
    resolve('promised-token');
    expect((await session).referenceText).toBe('Membership');
    expect(await failure(aborted)).toMatchObject({ message: 'gone' });
    expect(sent.map(({ init }) => init.body)).toEqual(['promised-token']);
  });

  it('is not sent and not repeated without a token', async () => {
    const { client, sent, abort } = setUpWith(Promise.reject(new Error('503 of the backend')));
    expect(await failure(client.getSession(abort.signal))).toMatchObject({ message: '503 of the backend' });
    expect(sent).toEqual([]);
  });

  it('repeats a POST with the same key and body while there is no response', async () => {
    const { client, sent, abort, clock } = setUp(
      new TypeError('network'),
      answer(503, ''),
      answer(201, payment()),
    );
    const created = client.createPayment({ paymentMethod: 'SEPA' }, 'key-1', abort.signal);
    await clock.advance(10_000);
    expect((await created).status).toBe('CREATED');
    expect(sent.map(({ init }) => [new Headers(init.headers).get('idempotency-key'), init.body])).toEqual(
      Array(3).fill(['key-1', '{"paymentMethod":"SEPA"}']),
    );
  });

  it('waits for the time that a 429 requests', async () => {
    const { client, sent, abort, clock } = setUp(
      answer(429, '', { 'retry-after': '5' }),
      answer(200, gatewaySession()),
    );
    const session = client.getSession(abort.signal);
    await clock.advance(4_999);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    await session;
    expect(sent).toHaveLength(2);
  });

  it.each([400, 401, 403, 404, 409, 500])('is not repeated after %i', async (status) => {
    const { client, sent, abort } = setUp(
      answer(status, {
        errorCode: 'errormessage.x',
        errorMessage: 'Nein.',
        message: 'Nein.',
        traceId: 't-1',
      }),
    );
    const error = await failure(client.getPayment('id', abort.signal));
    expect(sent).toHaveLength(1);
    expect(error).toMatchObject({
      code: 'API_ERROR',
      httpStatus: status,
      traceId: 't-1',
      reason: 'errormessage.x',
      // The message is English in every language of the widget.
      message: `The payment gateway responded with status ${status}: errormessage.x.`,
    });
  });

  it('gives up after three silent attempts with NETWORK_ERROR', async () => {
    const { client, sent, abort, clock } = setUp('silence', 'silence', 'silence');
    const error = failure(client.getSession(abort.signal));
    await clock.advance(120_000);
    expect((await error).code).toBe('NETWORK_ERROR');
    expect(sent).toHaveLength(3);
  });

  it('waits 15 s for requests that read and 30 s for those that change something', async () => {
    const get = setUp('silence', answer(200, gatewaySession()));
    const session = get.client.getSession(get.abort.signal);
    await get.clock.advance(14_999);
    expect(get.sent[0]?.init.signal?.aborted).toBe(false);
    await get.clock.advance(1_000);
    await session;

    const post = setUp('silence', answer(201, payment()));
    const created = post.client.createPayment({ paymentMethod: 'SEPA' }, 'key', post.abort.signal);
    await post.clock.advance(29_999);
    expect(post.sent[0]?.init.signal?.aborted).toBe(false);
    await post.clock.advance(1_000);
    await created;
  });

  it('ends immediately when the widget is destroyed', async () => {
    const { client, abort } = setUp('silence');
    const error = failure(client.getSession(abort.signal));
    await settle();
    abort.abort(new Error('destroyed'));
    expect((await error).message).toBe('destroyed');
  });
});

describe('a response that does not follow the contract', () => {
  it.each([
    ['HTML', '<!doctype html><p>Welcome to the hotel network'],
    ['malformed JSON', '{"amount":'],
    ['an array', []],
    ['a payment without a status', { id: 'x', paymentMethod: 'SEPA' }],
    ['an unknown status', payment({ status: 'DONE' as 'CREATED' })],
    ['PREAUTHED without a token', payment({ status: 'PREAUTHED' })],
    ['a payment whose id is a path', payment({ id: '../session' })],
  ])('is an API_ERROR: %s', async (_name, body) => {
    const { client, abort } = setUp(answer(200, body));
    expect(await failure(client.getPayment('id', abort.signal))).toMatchObject({
      code: 'API_ERROR',
      httpStatus: 200,
    });
  });

  it('may contain more than the contract', async () => {
    const { client, abort } = setUp(answer(200, { ...payment(), later: true }));
    expect((await client.getPayment('id', abort.signal)).status).toBe('CREATED');
  });
});

it('names the field that the gateway refused', async () => {
  const { client, abort } = setUp(
    answer(400, {
      errorCode: 'x',
      errorMessage: 'Not an account.',
      message: '',
      traceId: 't',
      reference: 'details.iban',
    }),
  );
  expect(await failure(client.createPayment({ paymentMethod: 'SEPA' }, 'key', abort.signal))).toMatchObject({
    code: 'VALIDATION_ERROR',
    field: 'iban',
    fieldMessage: 'Not an account.',
  });
});

it('learns the time of the gateway from its responses', async () => {
  const { client, abort, clock } = setUp(
    answer(200, gatewaySession(), { date: 'Thu, 01 Jan 2026 13:00:00 GMT' }),
  );
  await client.getSession(abort.signal);
  expect(client.now() - clock.now()).toBe(3_600_000);
});
