// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  init,
  type PaymentWidget,
  type PaymentWidgetConfig,
  type PaymentWidgetError,
} from 'upc-payment-widget';
import { fillIn, mockGateway, type MockGateway, type MockGatewayOptions } from 'upc-payment-widget/testing';
import { mswHandlers } from 'upc-payment-widget/testing/msw';

/** A busy machine can need longer than Vitest's second for a form. */
const waitOptions = { timeout: 30_000 };

const server = setupServer();
const onError = vi.fn<(error: PaymentWidgetError) => void>();
/** Requests that MSW has seen, with their methods and paths. */
let seen: string[] = [];
let gateway: MockGateway;
let widget: PaymentWidget | undefined;

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  server.events.on('request:start', ({ request }) => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`);
  });
});
beforeEach(() => {
  document.body.innerHTML = '<div id="payment"></div>';
  seen = [];
});
afterEach(() => {
  widget?.destroy();
  gateway.stop();
  server.resetHandlers();
  vi.restoreAllMocks();
  onError.mockClear();
});
afterAll(() => {
  server.close();
});

function start(options: MockGatewayOptions, changes: Partial<PaymentWidgetConfig> = {}): PaymentWidget {
  gateway = mockGateway(options);
  server.use(...mswHandlers(gateway));
  return (widget = init({ ...gateway.config, container: 'payment', onError, ...changes }));
}

describe('the test kit through MSW', () => {
  it('leads a card to a token, and MSW sees every request', async () => {
    const shown = start({ methods: ['CREDIT_CARD'], amount: 25 });
    await fillIn(document.body);
    await expect(shown.submitPayment()).resolves.toMatchObject({
      paymentRequestToken: gateway.paymentRequestToken,
    });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(seen.map((request) => request.replace(/[\da-f-]{36}/, '<id>'))).toEqual(
      expect.arrayContaining([
        'POST /api/v1/session',
        'POST /api/v1/payments',
        'PUT /api/v1/payments/<id>/authentication',
      ]),
    );
    expect(gateway.requests).toHaveLength(seen.length);
  });

  it('refuses an account as the gateway does', async () => {
    const shown = start({ methods: ['SEPA'], outcome: 'INSUFFICIENT_FUNDS' });
    await fillIn(document.body);
    await expect(shown.submitPayment()).rejects.toMatchObject({ reason: 'INSUFFICIENT_FUNDS' });
  });

  it.each([
    ['SESSION_EXPIRED', { code: 'API_ERROR', httpStatus: 401 }],
    ['NETWORK', { code: 'NETWORK_ERROR' }],
  ] as const)('fails every request with %s', async (outcome, error) => {
    start({ outcome });
    await vi.waitFor(() => expect(onError.mock.calls[0]?.[0]).toMatchObject(error), waitOptions);
  });

  it('lets a handler of the test precede', async () => {
    gateway = mockGateway({ methods: ['SEPA'] });
    const refused = () => HttpResponse.json({ errorCode: 'a', errorMessage: 'b' }, { status: 403 });
    server.use(http.post('*/api/v1/session', refused), ...mswHandlers(gateway));
    widget = init({ ...gateway.config, container: 'payment', onError });
    await vi.waitFor(() => expect(onError.mock.calls[0]?.[0].httpStatus).toBe(403), waitOptions);
    expect(gateway.requests).toEqual([]);
  });

  it('reports requests to another gateway and of the page itself, and responds to none after stop()', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue();
    start({ methods: ['SEPA'] }, { baseUrl: 'http://localhost:4999' });
    await vi.waitFor(() => expect(onError).toHaveBeenCalled(), waitOptions);
    await expect(fetch('http://localhost:4010/orders')).rejects.toThrow();
    const texts = reported.mock.calls.map(([text]) => String(text));
    for (const address of ['4999/api/v1/session', '4010/orders'])
      expect(texts).toContainEqual(expect.stringContaining(`http://localhost:${address}`));
    gateway.stop();
    await expect(fetch('http://localhost:4010/api/v1/session', { method: 'POST' })).rejects.toThrow();
    expect(gateway.requests).toEqual([]);
  });
});
