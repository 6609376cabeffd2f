import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { init, type PaymentWidgetConfig, type PaymentWidgetError } from 'upc-payment-widget';
import {
  fillIn,
  type FillInOptions,
  mockGateway,
  type MockGateway,
  type MockGatewayOptions,
} from 'upc-payment-widget/testing';

const methods = [
  'CREDIT_CARD',
  'SEPA',
  'BACS',
  'ACH',
  'BECS',
  'PAYPAL',
  'CH_DD',
  'LSV',
  'TWINT',
  'IDEAL',
  'BANCONTACT',
  'BANK_TRANSFER',
  'CASH',
] as const;

const failures = [
  'DECLINED',
  'INSUFFICIENT_FUNDS',
  'EXPIRED_CARD',
  'INCORRECT_CVC',
  'PROCESSING_ERROR',
  'AUTHENTICATION_FAILED',
  'INVALID_ACCOUNT',
  'CANCELLED_BY_PAYER',
  'CANCELLED_ELSEWHERE',
  'EXPIRED',
] as const;

/** Vitest waits one second by default. A busy machine can need longer than that for a form. */
const waitOptions = { timeout: 30_000 };

/** Defines a partner's unit tests with the test kit, in the simulated document of the calling file. */
export function testKitIn(environment: string): void {
  let gateway: MockGateway | undefined;
  let container: HTMLElement;
  let widget: ReturnType<typeof init> | undefined;
  const onSuccess = vi.fn<NonNullable<PaymentWidgetConfig['onSuccess']>>();
  const onError = vi.fn<(error: PaymentWidgetError) => void>();

  beforeEach(() => {
    document.body.innerHTML = '<div id="payment"></div>';
    container = document.getElementById('payment') ?? document.body;
    vi.stubGlobal('fetch', () => Promise.reject(new Error('An unexpected request was sent.')));
  });
  afterEach(() => {
    widget?.destroy();
    gateway?.stop();
    vi.unstubAllGlobals();
    vi.clearAllMocks();
  });

  /** Mounts the widget and fills in its form. */
  async function filled(
    options: MockGatewayOptions,
    entries?: FillInOptions,
  ): Promise<ReturnType<typeof init>> {
    gateway = mockGateway(options);
    widget = init({ ...gateway.config, container, onSuccess, onError });
    await fillIn(container, entries);
    return widget;
  }

  describe(`the test kit in ${environment}`, () => {
    it.each(methods)('leads %s to a token', async (method) => {
      const shown = await filled({ methods: [method] });
      // Some methods show a page to check first, so they need a second submission.
      const result = (await shown.submitPayment()) ?? (await shown.submitPayment());
      expect(result?.paymentRequestToken).toBe(gateway?.paymentRequestToken);
      expect(onSuccess).toHaveBeenCalledTimes(1);
      expect(onSuccess.mock.calls[0]?.[0]).toBe(gateway?.paymentRequestToken);
      expect(onError).not.toHaveBeenCalled();
    });

    it.each(failures)('fails with %s', async (outcome) => {
      const shown = await filled({ methods: ['SEPA'], outcome });
      await expect(shown.submitPayment()).rejects.toMatchObject({ code: 'PSP_ERROR' });
      expect(onError).toHaveBeenCalledTimes(1);
      // This widget did not cancel the payment, so it reports that another tab may have.
      const reason = outcome === 'CANCELLED_BY_PAYER' ? 'CANCELLED_ELSEWHERE' : outcome;
      expect(onError.mock.calls[0]?.[0].reason).toBe(reason);
      expect(onSuccess).not.toHaveBeenCalled();
    });

    it('refuses a declined account, then accepts the next', async () => {
      const shown = await filled({ methods: ['SEPA'] }, { values: { iban: 'DE62 3704 0044 0532 0130 01' } });
      await expect(shown.submitPayment()).rejects.toMatchObject({ reason: 'DECLINED' });
      await fillIn(container, { values: { iban: 'DE89 3704 0044 0532 0130 00' } });
      await expect(shown.submitPayment()).resolves.toMatchObject({
        paymentInstrumentDetails: { sepa: { bankAccountDetails: { iban: 'DE89 •••• 3000' } } },
      });
    });

    it('declines a card by its number', async () => {
      const card = { number: '4000 0000 0000 0069', expiry: '01/39' };
      const shown = await filled(
        { methods: ['CREDIT_CARD', 'SEPA'] },
        { method: 'CREDIT_CARD', values: card },
      );
      await expect(shown.submitPayment()).rejects.toMatchObject({ reason: 'EXPIRED_CARD' });
      await fillIn(container, { values: { number: '4242 4242 4242 4242' } });
      await expect(shown.submitPayment()).resolves.toMatchObject({
        paymentInstrumentDetails: { creditCard: { brand: 'Visa', cardNumber: '•••• 4242', expiry: '01/39' } },
      });
    });

    it('marks the invalid fields of a card', async () => {
      const wrong = { number: '4242 4242 4242 4241', expiry: '01/20', cvc: '1' };
      const shown = await filled({ methods: ['CREDIT_CARD'] }, { values: wrong });
      await expect(shown.submitPayment()).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      const inputs = [...container.querySelectorAll('input')];
      expect(inputs.map((input) => input.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']);
      expect(gateway?.requests.map(({ operation }) => operation)).toEqual(['readSession']);
    });

    it('leaves the outcome open until another one is set', async () => {
      const shown = await filled({ methods: ['SEPA'], outcome: 'UNKNOWN' });
      const paid = shown.submitPayment();
      await vi.waitFor(() => expect(gateway?.requests.at(-1)?.operation).toBe('getPayment'), waitOptions);
      expect(onSuccess).not.toHaveBeenCalled();
      gateway?.setOutcome('SUCCESS');
      await expect(paid).resolves.toBeDefined();
    });

    it('redirects to a page of the provider and back', async () => {
      const onRedirect = vi.fn();
      gateway = mockGateway({
        methods: ['PAYPAL'],
        outcome: 'REDIRECT',
        redirectUrl: 'https://provider.example/pay',
      });
      widget = init({ ...gateway.config, container, onSuccess, onRedirect });
      await fillIn(container);
      void widget.submitPayment();
      await vi.waitFor(
        () => expect(onRedirect).toHaveBeenCalledWith('https://provider.example/pay'),
        waitOptions,
      );
      widget.destroy();
      gateway.stop();
      gateway = mockGateway({ methods: ['PAYPAL'], pendingPayment: 'PAYPAL' });
      widget = init({ ...gateway.config, container, onSuccess });
      await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledTimes(1), waitOptions);
    });

    it('offers the mandate for download if requested', async () => {
      const shown = await filled({ methods: ['ACH'], mandateDownload: true });
      await expect(shown.submitPayment()).resolves.toBeUndefined();
      await expect(shown.submitPayment()).resolves.toMatchObject({
        paymentRequestToken: gateway?.paymentRequestToken,
      });
    });

    it('accepts a stored instrument', async () => {
      gateway = mockGateway({ methods: ['SEPA'], savedInstruments: ['SEPA'] });
      widget = init({ ...gateway.config, container, onSuccess });
      const root = container.querySelector('upc-payment-widget')?.shadowRoot;
      const stored = () => root?.querySelector<HTMLInputElement>('input[value="test-instrument-SEPA"]');
      await vi.waitFor(() => expect(stored()).toBeTruthy(), waitOptions);
      stored()?.click();
      await expect(widget.submitPayment()).resolves.toMatchObject({
        paymentInstrumentToken: 'test-instrument-SEPA',
      });
    });

    it.each([
      ['SESSION_EXPIRED', { code: 'API_ERROR', httpStatus: 401 }],
      ['SERVER_ERROR', { code: 'API_ERROR', httpStatus: 500 }],
      ['NETWORK', { code: 'NETWORK_ERROR' }],
    ] as const)('fails every request with %s', async (outcome, error) => {
      gateway = mockGateway({ outcome });
      widget = init({ ...gateway.config, container, onError });
      await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1), waitOptions);
      expect(onError.mock.calls[0]?.[0]).toMatchObject(error);
    });

    it('rejects payments after too many attempts', async () => {
      const shown = await filled({ methods: ['SEPA'], outcome: 'TOO_MANY_ATTEMPTS' });
      await expect(shown.submitPayment()).rejects.toMatchObject({ httpStatus: 429 });
    });

    it('records the requests, and shows no personal data of them', async () => {
      const shown = await filled({ methods: ['SEPA'] });
      await shown.submitPayment();
      const requests = gateway?.requests.filter(({ operation }) => operation !== 'lookUpBank') ?? [];
      expect(requests.map(({ operation, status }) => [operation, status])).toEqual([
        ['readSession', 200],
        ['createPayment', 201],
        ['authenticatePayment', 200],
      ]);
      expect(requests[1]?.body()).toMatchObject({ details: { accountHolder: 'Mara Lindner' } });
      expect(inspect(requests, { depth: 9 }) + JSON.stringify(requests)).not.toContain('Mara');
    });

    it('refuses environment live, and works again in another', () => {
      gateway = mockGateway();
      const config = { ...gateway.config, container };
      const live = { ...config, environment: 'live', baseUrl: 'https://gateway.example' } as const;
      expect(() => init(live)).toThrow('refuses environment "live"');
      expect(container.innerHTML).toBe('');
      expect(gateway.requests).toEqual([]);
      widget = init({ ...config, environment: 'sandbox' });
      expect(gateway.requests).toEqual([]);
    });

    it('does not affect other requests, nor any request once it is stopped', async () => {
      gateway = mockGateway();
      await expect(fetch('http://localhost:4010/api/v1/session')).rejects.toThrow(
        'An unexpected request was sent.',
      );
      expect(() => mockGateway()).toThrow('call its stop() first');
      gateway.stop();
      gateway.stop();
      const asked = vi.fn(() => new Promise<Response>(() => undefined));
      vi.stubGlobal('fetch', asked);
      widget = init({ ...gateway.config, container });
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), waitOptions);
      expect(gateway.requests).toEqual([]);
    });

    it('names the available fields, and reports a container without a widget', async () => {
      await expect(filled({ methods: ['SEPA'] }, { values: { ibn: 'DE' } })).rejects.toThrow(
        'No field is called ibn; there are accountHolder, iban.',
      );
      await expect(fillIn(document.createElement('div'))).rejects.toThrow(
        'no payment widget in the container',
      );
    });
  });
}
