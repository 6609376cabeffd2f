import type { Page } from '@playwright/test';
import type { PaymentState, PaymentWidget, PaymentWidgetError } from '../../dist/index.js';
import { builds, expect, test } from '../support/fixtures.js';
import { countOf, hold, recordCalls, sessionCall } from '../support/faults.js';
import { customers } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

const prefetch = { locale: 'en' } as const;

for (const build of builds) {
  test(`a prefetched session shows its form without a request, and pays once the gateway has responded (${build}) @engine${build === 'script' ? ' @core' : ''}`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const release = await hold(page, sessionCall);
    const calls = recordCalls(page);
    const { token, session } = await openSepaSession(backend, { prefetch });
    await open(build);
    await host.init({ userSessionToken: token, session: session! });
    const form = new SepaForm(widget);
    await form.fill();
    expect(await host.paymentState()).toEqual({ isProcessing: false, canSubmit: true });
    await form.button.click();
    await expect(widget.root.getByRole('button', { name: 'Processing…' })).toBeVisible();
    expect([calls.length, countOf(calls, 'POST /session')]).toEqual([1, 1]);
    await release();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect([countOf(calls, 'POST /session'), countOf(calls, 'POST /payments')]).toEqual([1, 1]);
    canaries.expectQuiet();
  });
}

test('an account that was removed meanwhile disappears, and typed input stays', async ({
  backend,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const request = { customerId: customers.jonas, scope: 'ECOM', amount: 10, prefetch } as const;
  const paying = await openSepaSession(backend, request);
  await open();
  await host.init({ userSessionToken: paying.token, session: paying.session! });
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill({ holder: 'Zoë Canary' });
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [paid = ''] = await host.tokens();
  expect((await backend.payAccount(customers.jonas, paid, 10)).status).toBe(200);

  const { token, session } = await openSepaSession(backend, request);
  const { paymentInstruments } = session as unknown as {
    paymentInstruments: { token: string; details: object }[];
  };
  const stored = paymentInstruments.find(({ details }) => JSON.stringify(details).includes('Zoë Canary'));
  const address = `${stack.serviceUrl}/api/v1/payment-instruments/${stored?.token}`;
  const headers = { 'x-user-payment-session-token': token };
  expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(204);

  const release = await hold(page, sessionCall);
  await open();
  await host.init({ userSessionToken: token, session: session! });
  const account = widget.root.getByRole('radio', { name: /Zoë Canary/ });
  await expect(account).toBeVisible();
  await widget.chooseMethod('SEPA Direct Debit');
  await form.fill();
  await release();
  await expect(account).toHaveCount(0);
  await expect(form.iban).toHaveValue('DE89 3704 0044 0532 0130 00');
  await expect(form.mandate).toBeChecked();
});

test('a prefetched session that has been used meanwhile ends the form, and nothing is sent', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const { token, session } = await backend.openSession({
    prefetch,
    customerId: customers.jonas,
    permittedPaymentChoices: ['SEPA'],
    showExistingPaymentInstruments: false,
  });
  await open();
  await host.init({ userSessionToken: token, session: session! });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [paymentRequestToken = ''] = await host.tokens();
  expect((await backend.replaceInstrument(customers.jonas, paymentRequestToken)).status).toBeLessThan(300);

  const release = await hold(page, sessionCall);
  await open();
  const calls = recordCalls(page);
  await host.init({ userSessionToken: token, session: session! });
  await form.fill();
  await form.button.click();
  await release();
  await expect(widget.root.getByText('Please start again')).toBeVisible();
  await expect
    .poll(async () => (await host.events()).at(-1))
    .toEqual({ type: 'state', isProcessing: false, canSubmit: false });
  expect(countOf(calls, 'POST /payments')).toBe(0);
});

test('a session of another token, in another locale or in parts is ignored, and only devMode says so', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const { token, session } = await openSepaSession(backend, { prefetch });
  const other = await openSepaSession(backend, { prefetch });
  const warnings: string[] = [];
  page.on('console', (message) => void warnings.push(message.text()));
  const wrong: readonly (readonly [session: unknown, warning: string])[] = [
    [other.session, 'it belongs to another userSessionToken'],
    [{ ...session, locale: 'fr' }, 'it was requested for another locale'],
    [{ ...session, tokenValidUntil: '2020-01-01T00:00:00Z' }, 'it has expired'],
    [{ token, locale: 'en' }, 'it is not the "session"'],
    ['{"token":', 'it is not the "session"'],
  ];
  for (const [given, warning] of wrong) {
    for (const devMode of [false, true]) {
      warnings.length = 0;
      await open();
      const asked = page.waitForRequest(sessionCall);
      await host.init({ userSessionToken: token, session: given as never, devMode });
      await asked;
      await expect(widget.root.getByRole('textbox').first()).toBeVisible();
      if (devMode) await expect.poll(() => warnings.join('\n')).toContain(warning);
      else expect(warnings).toEqual([]);
    }
  }
});

interface PromiseWindow {
  readonly paymentWidget: { init(config: object): PaymentWidget };
  widget: PaymentWidget;
  /** What the callbacks received. */
  heard: unknown[];
  resolve(token: string): void;
  reject(error: Error): void;
}

test.describe('a promised session token', () => {
  /** Calls `init` with a promise that the test settles. */
  async function initWithPromise(
    page: Page,
    config: { readonly baseUrl: string; readonly onError?: undefined },
  ) {
    await page.evaluate((given) => {
      const host = window as unknown as PromiseWindow;
      host.heard = [];
      host.widget = host.paymentWidget.init({
        environment: 'test',
        countryCode: 'DE',
        locale: 'en',
        container: 'payment',
        userSessionToken: new Promise((resolve, reject) => Object.assign(host, { resolve, reject })),
        onError: (error: PaymentWidgetError) =>
          void host.heard.push([error.code, error.reason, (error.cause as Error).message]),
        onPaymentStateChange: ({ canSubmit }: PaymentState) => void host.heard.push(canSubmit),
        ...given,
      });
    }, config);
  }
  const heard = (page: Page) => page.evaluate(() => (window as unknown as PromiseWindow).heard);

  test('may come later than `init`', async ({ backend, open, page, stack, widget }) => {
    const { token } = await openSepaSession(backend);
    await open();
    await initWithPromise(page, { baseUrl: stack.serviceUrl });
    await expect(widget.root.locator('.skeleton')).toBeVisible();
    await page.evaluate((value) => (window as unknown as PromiseWindow).resolve(value), token);
    await new SepaForm(widget).mandate.check();
    expect(await heard(page)).toEqual([true]);
  });

  test('that is rejected is reported once, and the member is told', async ({ open, page, stack, widget }) => {
    await open();
    await initWithPromise(page, { baseUrl: stack.serviceUrl });
    await page.evaluate(() => (window as unknown as PromiseWindow).reject(new Error('503 of the backend')));
    await expect
      .poll(() => heard(page))
      .toEqual([['GENERIC_ERROR', 'NO_SESSION_TOKEN', '503 of the backend']]);
    // The page handles the error itself, so the widget shows nothing.
    await expect(widget.root.locator('.skeleton')).toHaveCount(0);
    await page.evaluate(() => (window as unknown as PromiseWindow).widget.destroy());
    await initWithPromise(page, { baseUrl: stack.serviceUrl, onError: undefined });
    await page.evaluate(() => (window as unknown as PromiseWindow).reject(new Error('503 of the backend')));
    await expect(widget.root.getByText('Payment is not possible at the moment')).toBeVisible();
  });

  test('that is still pending does not keep the widget from being destroyed', async ({
    backend,
    open,
    page,
    stack,
  }) => {
    const { token } = await openSepaSession(backend);
    await open();
    await initWithPromise(page, { baseUrl: stack.serviceUrl });
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await page.evaluate(async (value) => {
      const host = window as unknown as PromiseWindow;
      host.widget.destroy();
      host.resolve(value);
      await new Promise((resolve) => setTimeout(resolve));
    }, token);
    expect(await page.locator('#payment').innerHTML()).not.toContain('upc-payment-widget');
    expect([requests.filter((url) => url.includes('/api/')), await heard(page)]).toEqual([[], []]);
  });
});
