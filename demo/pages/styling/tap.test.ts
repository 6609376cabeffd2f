import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { GatewayTap } from './tap.js';

const GATEWAY = 'http://localhost:4010';
const session = {
  paymentMethods: [{ paymentMethod: 'CREDIT_CARD', provider: { frameUrl: 'http://localhost:4020/card' } }],
};
let log: string[];
let tap: GatewayTap;

beforeEach(() => {
  vi.useFakeTimers();
  const fetch = (): Promise<Response> => Promise.resolve(Response.json(session));
  vi.stubGlobal('window', { fetch });
  vi.stubGlobal('location', { origin: 'http://localhost:5173', href: 'http://localhost:5173/styling' });
  vi.stubGlobal('addEventListener', () => undefined);
  log = [];
  tap = new GatewayTap(GATEWAY, (line) => log.push(line));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = (method: string, path: string): Promise<Response> =>
  window.fetch(GATEWAY + path, { method, headers: { 'x-user-payment-session-token': 'secret-token' } });
const pay = (paymentMethod = 'SEPA'): Promise<Response> =>
  window.fetch(`${GATEWAY}/api/v1/payments`, {
    method: 'POST',
    headers: { 'x-user-payment-session-token': 'secret-token' },
    body: JSON.stringify({ paymentMethod }),
  });

it.each([
  ['500', 500],
  ['429', 429],
  ['declined', 201],
] as const)('%s happens to one payment, and to no other request', async (fault, status) => {
  tap.set(fault, true);
  expect((await ask('GET', '/api/v1/session')).status).toBe(200);
  expect((await pay()).status).toBe(status);
  expect(await (await pay()).json()).toEqual(session);
});

it.each(['SEPA', 'CREDIT_CARD', 'TWINT'])('a payment by %s is declined as such', async (paymentMethod) => {
  tap.set('declined', true);
  expect(await (await pay(paymentMethod)).json()).toMatchObject({ paymentMethod, status: 'FAILED' });
});

it('ended, offline and slow last until they are switched off', async () => {
  tap.set('ended', true);
  expect([(await ask('GET', '/api/v1/session')).status, (await pay()).status]).toEqual([401, 401]);
  tap.set('ended', false);
  tap.set('offline', true);
  await expect(pay()).rejects.toThrow(TypeError);
  tap.set('offline', false);
  tap.set('slow', true);
  const slow = vi.fn();
  const answered = pay().then(slow);
  await vi.advanceTimersByTimeAsync(2999);
  expect(slow).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await answered;
  expect(slow).toHaveBeenCalled();
});

it('the provider’s fields come from elsewhere: from nowhere, or from this site for 3-D Secure', async () => {
  const frameUrl = async (): Promise<unknown> => {
    const { paymentMethods } = (await (await ask('GET', '/api/v1/session')).json()) as typeof session;
    return paymentMethods[0]?.provider.frameUrl;
  };
  expect(await frameUrl()).toBe('http://localhost:4020/card');
  tap.set('blocked', true);
  expect(await frameUrl()).toBe('http://localhost:9/blocked');
  tap.set('secure', true);
  expect(await frameUrl()).toBe('http://localhost:5173/styling-card');
  const made = (await (await pay()).json()) as { id: string; nextAction: { type: string } };
  expect(made.nextAction.type).toBe('PROVIDER_CONFIRM');
  expect(await (await ask('DELETE', `/api/v1/payments/${made.id}`)).json()).toMatchObject({
    status: 'CANCELLED',
  });
});

it('writes down what was asked, with no more of a token than distinguishes it', async () => {
  await pay();
  expect(log).toEqual(['POST /api/v1/payments (token secr…) → 200, 0 ms']);
});
