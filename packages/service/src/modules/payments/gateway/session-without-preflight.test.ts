import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/service.js';
import { loadGatewaySchemas } from './gateway-schemas.js';

/* Requests that a browser sends without a preflight: a simple request has no custom headers and a plain text body. */

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  token = await service.api().session();
});
afterAll(() => service.close());

const PAGE = 'http://localhost:4999';

async function ask(payload: string | undefined, headers: Record<string, string> = {}) {
  const {
    statusCode,
    body,
    headers: answered,
  } = await service.app.app.inject({
    method: 'POST',
    url: '/api/v1/session',
    headers: { origin: PAGE, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    ...(payload !== undefined && { payload }),
  });
  return { status: statusCode, body: JSON.parse(body) as unknown, headers: answered };
}

describe('the session asked for with its token in the body', () => {
  test('is the one that GET gives, as often as it is asked for', async () => {
    const { body: got } = await service.gateway(token, PAGE).session({ 'accept-language': 'de' });
    for (let time = 0; time < 2; time += 1) {
      const { status, body, headers } = await ask(token, { 'accept-language': 'de' });
      expect([status, body]).toEqual([200, got]);
      expect(loadGatewaySchemas().checkAnswer('readSession', status)(body)).toBeNull();
      expect(headers['access-control-allow-origin']).toBe(PAGE);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  test.each([
    ['another token', () => ask('not-a-token'), 401, 'errormessage.payment.session.invalid'],
    ['no body', () => ask(undefined), 401, 'errormessage.payment.session.invalid'],
    [
      'the token in the header alone',
      () => ask(undefined, { 'x-user-payment-session-token': token }),
      401,
      'errormessage.payment.session.invalid',
    ],
    [
      'a page of another origin',
      () => ask(token, { origin: 'https://evil.example' }),
      403,
      'errormessage.payment.origin.not.registered',
    ],
  ])('%s is refused', async (_, asked, status, errorCode) => {
    expect(await asked()).toMatchObject({ status, body: { errorCode } });
  });

  test('a body that is longer than any token is not read', async () => {
    expect((await ask('x'.repeat(2000))).status).toBe(413);
  });
});
