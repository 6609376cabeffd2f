import { describe, expect, it } from 'vitest';
import { ConnectionError, OpenApiError, UnknownOutcomeError } from '../src/errors.js';
import { sender } from '../src/send.js';

const KEY = 'key-of-the-request-0001';
const LOST = 'lost';
const NEVER = 'never';

/** An attempt: a response that arrives, one that is lost, or none until the request is aborted. */
type Attempt =
  | typeof LOST
  | typeof NEVER
  | { status: number; code?: string; retryAfter?: string; page?: string; type?: string };

const ok: Attempt = { status: 200 };
const busy: Attempt = { status: 503, code: 'errormessage.service.busy', retryAfter: '2' };
const limited: Attempt = { status: 429, code: 'errormessage.rate.limit.exceeded', retryAfter: '7' };
const internal: Attempt = { status: 500, code: 'errormessage.internal' };
const unsettled: Attempt = { status: 503, code: 'errormessage.payment.outcome.unknown', retryAfter: '1' };
const pending: Attempt = { status: 409, code: 'errormessage.payment.token.pending' };
const invalid: Attempt = { status: 400, code: 'errormessage.request.invalid' };
const denied: Attempt = { status: 401, code: 'errormessage.authentication.failed' };
const missing: Attempt = { status: 404, code: 'errormessage.booking.not.found' };
const proxy: Attempt = { status: 502, page: '<h1>Bad gateway</h1>' };
const maintenance: Attempt = { status: 200, page: '<h1>Back soon</h1>' };
const plainText: Attempt = { status: 200, page: 'Back soon', type: 'text/plain' };
const cutOff: Attempt = { status: 200, page: '{"token":"mQ4k', type: 'application/json' };
const noBackend: Attempt = { status: 404, page: '<h1>default backend</h1>' };
const gaveUp: Attempt = { status: 408, page: '<h1>Request timeout</h1>' };

const requests = {
  read: { method: 'GET' },
  keyed: { method: 'POST', body: '{"amount":49}', headers: { 'idempotency-key': KEY } },
  unkeyed: { method: 'POST', body: '{"amount":49}' },
  replace: { method: 'PUT', body: '{}' },
  remove: { method: 'DELETE' },
  search: { method: 'POST', body: '{}', path: '/customers/search' },
} satisfies Record<string, RequestInit & { path?: string }>;

function responseOf({
  status,
  code,
  retryAfter,
  page,
  type = page ? 'text/html' : 'application/json',
}: Exclude<Attempt, string>): Response {
  const body = page ?? JSON.stringify(code ? { errorCode: code, errorMessage: code, traceId: 'trace' } : {});
  const headers = { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) };
  return new Response(body, { status, headers });
}

/** Sends a request to a service that behaves as given, one attempt after the other, and records what happened. */
async function send(
  kind: keyof typeof requests,
  attempts: readonly Attempt[],
  {
    signal,
    onSleep,
    timeoutMs = 60_000,
    totalTimeoutMs = 120_000,
    takesMs = 0,
  }: {
    signal?: AbortSignal;
    onSleep?: () => void;
    timeoutMs?: number;
    totalTimeoutMs?: number;
    /** Duration of each attempt. */
    takesMs?: number;
  } = {},
) {
  let now = 0;
  const limits: number[] = [];
  const sent: { body: string; key: string | null }[] = [];
  const waits: number[] = [];
  const fake: typeof fetch = async (input, init) => {
    const request = input as Request;
    const attempt = attempts[sent.length];
    now += takesMs;
    sent.push({ body: await request.text(), key: request.headers.get('idempotency-key') });
    if (attempt === undefined) throw new Error('The test expects no further attempt.');
    init?.signal?.throwIfAborted();
    if (attempt === NEVER)
      await new Promise((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('ended'))),
      );
    if (attempt === LOST) throw new TypeError('fetch failed');
    return responseOf(attempt as Exclude<Attempt, string>);
  };
  const sleep = async (ms: number, abort: AbortSignal): Promise<void> => {
    waits.push(ms);
    now += ms;
    onSleep?.();
    abort.throwIfAborted();
  };
  const timeout = (ms: number): AbortSignal => {
    limits.push(ms);
    return AbortSignal.timeout(ms);
  };
  const request = sender(
    { fetch: fake, maxRetries: 2, timeoutMs, totalTimeoutMs },
    { now: () => now, random: () => 1, timeout, sleep },
  );
  const { path = '', ...init }: RequestInit & { path?: string } = requests[kind];
  const outcome: unknown = await request(`http://service.example/v1${path}`, {
    ...init,
    signal: signal ?? null,
  }).then(
    (response) => response.status,
    (error: unknown) => error,
  );
  return { outcome, sent, waits, limits };
}

describe('a request is repeated where that is safe', () => {
  it.each<[kind: keyof typeof requests, attempts: readonly Attempt[], waits: readonly number[]]>([
    ['read', [LOST, internal, ok], [500, 1000]],
    ['read', [proxy, maintenance, ok], [500, 1000]],
    ['search', [LOST, internal, ok], [500, 1000]],
    ['keyed', [LOST, ok], [500]],
    ['keyed', [plainText, cutOff, ok], [500, 1000]],
    ['keyed', [gaveUp, ok], [500]],
    ['keyed', [internal, LOST, ok], [500, 1000]],
    ['keyed', [unsettled, pending, ok], [1000, 1000]],
    ['replace', [LOST, ok], [500]],
    ['remove', [proxy, ok], [500]],
    ['unkeyed', [limited, busy, ok], [7000, 2000]],
    ['keyed', [{ ...limited, retryAfter: 'Thu, 01 Jan 1970 00:00:09 GMT' }, ok], [9000]],
  ])('%s %j', async (kind, attempts, waits) => {
    const result = await send(kind, attempts);
    expect(result.outcome).toBe(200);
    expect(result.waits).toEqual(waits);
    expect(result.sent).toHaveLength(attempts.length);
    // All attempts are the same request.
    expect(new Set(result.sent.map((each) => JSON.stringify(each))).size).toBe(1);
  });
});

describe('an error says what is known', () => {
  const refused = (attempt: Exclude<Attempt, string>) => ({ name: 'OpenApiError', status: attempt.status });
  const unknown = (idempotencyKey?: string) => ({ name: 'UnknownOutcomeError', idempotencyKey });
  it.each<[kind: keyof typeof requests, attempts: readonly Attempt[], error: object]>([
    // A refusal is final.
    ['keyed', [invalid], refused(invalid)],
    ['unkeyed', [denied], refused(denied)],
    // Nothing was begun.
    ['keyed', [busy, busy, busy], refused(busy)],
    ['unkeyed', [limited, limited, limited], refused(limited)],
    ['keyed', [{ ...limited, retryAfter: '86400' }], { status: 429, retryAfterSeconds: 86_400 }],
    // A request that only reads has no outcome.
    ['read', [LOST, LOST, LOST], { name: 'ConnectionError' }],
    ['search', [LOST, LOST, LOST], { name: 'ConnectionError' }],
    ['read', [internal, internal, internal], refused(internal)],
    ['read', [proxy, proxy, proxy], { name: 'OpenApiError', status: 502, errorCode: undefined }],
    // The request may have been carried out.
    ['keyed', [LOST, LOST, LOST], unknown(KEY)],
    ['keyed', [internal, internal, internal], { ...unknown(KEY), traceId: 'trace' }],
    ['keyed', [unsettled, unsettled, unsettled], unknown(KEY)],
    ['keyed', [pending, pending, pending], unknown(KEY)],
    ['keyed', [maintenance, maintenance, maintenance], unknown(KEY)],
    ['keyed', [cutOff, cutOff, cutOff], unknown(KEY)],
    ['unkeyed', [gaveUp], unknown()],
    ['unkeyed', [LOST], unknown()],
    ['unkeyed', [proxy], unknown()],
    ['replace', [LOST, LOST, LOST], unknown()],
    // A later refusal ends the uncertainty only if it is about the first attempt.
    ['keyed', [LOST, invalid], refused(invalid)],
    ['keyed', [LOST, denied], unknown(KEY)],
    ['keyed', [LOST, noBackend], unknown(KEY)],
    ['keyed', [LOST, busy, limited], unknown(KEY)],
    ['keyed', [LOST, { ...busy, retryAfter: '120' }], unknown(KEY)],
    ['remove', [LOST, missing], unknown()],
  ])('%s %j', async (kind, attempts, error) => {
    const { outcome, sent } = await send(kind, attempts);
    expect(outcome).toMatchObject(error);
    expect(sent).toHaveLength(attempts.length);
  });

  it('with the fields of the response', async () => {
    const { outcome } = await send('keyed', [{ ...limited, retryAfter: '86400' }]);
    expect(outcome).toBeInstanceOf(OpenApiError);
    expect(outcome).toMatchObject({
      errorCode: 'errormessage.rate.limit.exceeded',
      message: 'errormessage.rate.limit.exceeded',
      traceId: 'trace',
    });
  });
});

describe('an aborted request', () => {
  const reason = new Error('The member has left.');

  it('is not sent if it was aborted before', async () => {
    const { outcome, sent } = await send('keyed', [], { signal: AbortSignal.abort(reason) });
    expect([outcome, sent]).toEqual([reason, []]);
  });

  it('ends the wait at once', async () => {
    const abort = new AbortController();
    const { outcome } = await send('keyed', [busy], {
      signal: abort.signal,
      onSleep: () => abort.abort(reason),
    });
    expect(outcome).toBe(reason);
  });

  it('has an unknown outcome once it may have been carried out', async () => {
    const abort = new AbortController();
    const { outcome } = await send('keyed', [LOST], {
      signal: abort.signal,
      onSleep: () => abort.abort(reason),
    });
    expect(outcome).toBeInstanceOf(UnknownOutcomeError);
    expect(outcome).toMatchObject({ idempotencyKey: KEY, cause: reason });
  });
});

describe('an attempt that takes too long', () => {
  it('is ended and repeated', async () => {
    const { outcome, sent } = await send('read', [NEVER, ok], { timeoutMs: 1 });
    expect(outcome).toBe(200);
    expect(sent).toHaveLength(2);
  });

  it('leaves the outcome unknown', async () => {
    expect((await send('read', [NEVER, NEVER, NEVER], { timeoutMs: 1 })).outcome).toBeInstanceOf(
      ConnectionError,
    );
    expect((await send('unkeyed', [NEVER], { timeoutMs: 1 })).outcome).toBeInstanceOf(UnknownOutcomeError);
  });
});

describe('a call with its attempts and pauses ends in time', () => {
  const wait = (seconds: number): Attempt => ({ ...limited, retryAfter: `${seconds}` });
  const isRefused = { name: 'OpenApiError', status: 429 };
  const isUnknown = { name: 'UnknownOutcomeError', idempotencyKey: KEY };
  /** Each attempt takes 10 seconds, and may take 15. The call may take 40. */
  it.each<[attempts: readonly Attempt[], limits: readonly number[], outcome: unknown]>([
    // The last attempt gets what is left.
    [[LOST, LOST, ok], [15_000, 15_000, 15_000], 200],
    [[wait(20), ok], [15_000, 10_000], 200],
    [[wait(25), ok], [15_000, 5_000], 200],
    // No wait is begun after which too little time would be left. A refusal stays known, and so does the uncertainty.
    [[wait(26)], [15_000], isRefused],
    [[wait(5), wait(15)], [15_000, 15_000], isRefused],
    [[LOST, wait(19)], [15_000, 15_000], isUnknown],
    [[{ ...unsettled, retryAfter: '60' }], [15_000], isUnknown],
  ])('%j', async (attempts, limits, outcome) => {
    const result = await send('keyed', attempts, {
      timeoutMs: 15_000,
      totalTimeoutMs: 40_000,
      takesMs: 10_000,
    });
    expect(result.limits).toEqual(limits);
    if (typeof outcome === 'number') expect(result.outcome).toBe(outcome);
    else expect(result.outcome).toMatchObject(outcome as object);
  });

  it('even if its time is shorter than that of one attempt', async () => {
    const result = await send('keyed', [LOST], { totalTimeoutMs: 2_000, takesMs: 2_000 });
    expect(result.limits).toEqual([2_000]);
    expect(result.outcome).toMatchObject(isUnknown);
  });
});
