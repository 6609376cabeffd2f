import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EUR_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { findFault } from './storable-text.js';

/* These bodies cost the process more than their sender: long ones without a key, and deeply nested ones. */

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  token = await service.api().session();
});
afterAll(() => service.close());

interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly reference?: string;
}

type Route = readonly [method: 'POST' | 'PUT', url: string, headers?: () => Readonly<Record<string, string>>];

async function send([method, url, headers]: Route, payload: string) {
  const { statusCode, body } = await service.app.app.inject({
    method,
    url,
    payload,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers?.() },
  });
  return { status: statusCode, body: JSON.parse(body) as Refusal };
}

const withToken = () => ({ 'x-user-payment-session-token': token });
const withKey = () => ({ 'x-api-key': EUR_KEY });

const PAYMENT = '00000000-0000-4000-8000-000000000000';
const TRIAL: Route = ['POST', '/connect/v1/trialsession/book'];
const PAY: Route = ['POST', '/api/v1/payments', withToken];
const SESSION: Route = ['POST', '/v1/payments/user-session', withKey];

describe('a body longer than its route needs', () => {
  test.each<[string, Route, number]>([
    ['a trial session, booked without a key', TRIAL, 32],
    ['a payment, with a drawn signature', PAY, 64],
    ['an authentication', ['PUT', `/api/v1/payments/${PAYMENT}/authentication`, withToken], 16],
    ['the bank of an IBAN', ['POST', '/api/v1/bank-lookup', withToken], 16],
    ['a path that nobody knows', ['POST', '/unknown'], 16],
    ['an operation with a key', SESSION, 512],
  ])('%s: is refused with the limit', async (_, route, kilobytes) => {
    const limit = kilobytes * 1024;
    const { status, body } = await send(route, JSON.stringify('x'.repeat(limit)));
    expect([status, body.errorCode]).toEqual([413, 'errormessage.request.body.too.large']);
    expect(body.message).toContain(`at most ${limit} bytes`);
    expect((await send(route, JSON.stringify('x'.repeat(limit - 2)))).status).not.toBe(413);
  });
});

/** Returns an object with nested lists that has the given number of levels. */
const nested = (levels: number) => `{"note":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('a body of many levels', () => {
  const form = (data: string) =>
    `--edge\r\nContent-Disposition: form-data; name="data"\r\n\r\n${data}\r\n--edge--\r\n`;
  const withForm = () => ({ ...withKey(), 'content-type': 'multipart/form-data; boundary=edge' });
  const IDLE_PERIOD: Route = ['POST', '/v1/memberships/100001/self-service/idle-periods', withForm];

  test.each<[string, Route, (levels: number) => string]>([
    ['of a trial session', TRIAL, nested],
    ['of a payment', PAY, nested],
    ['of an operation with a key', SESSION, nested],
    // The form itself counts as a level.
    ['of a part of a form', IDLE_PERIOD, (levels) => form(nested(levels - 1))],
  ])('%s: 64 are read, 65 are refused', async (_, route, payload) => {
    expect((await send(route, payload(64))).body.message).not.toContain('levels');
    const { status, body } = await send(route, payload(65));
    expect([status, body.errorCode]).toEqual([400, 'errormessage.request.invalid']);
    expect(body.message).toContain('at most 64 levels');
    expect(body.reference).toMatch(/^(data\.)?note\.0\.0\./);
  });

  test('costs little more to look through than to parse', () => {
    const text = JSON.stringify(Array.from({ length: 40_000 }, () => [[], 'x', {}]));
    const parsed = JSON.parse(text) as unknown;
    const parsing = quickest(() => JSON.parse(text) as unknown);
    expect(quickest(() => findFault(parsed, /\p{Surrogate}/u))).toBeLessThan(3 * parsing);
  });
});

/** Returns the shortest time of several runs, because other work may have delayed the rest. */
function quickest(work: () => unknown): number {
  const runs = Array.from({ length: 15 }, () => {
    const began = performance.now();
    work();
    return performance.now() - began;
  });
  return Math.min(...runs);
}
