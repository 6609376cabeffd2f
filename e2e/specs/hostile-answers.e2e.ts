import { CardForm, openCardSession } from '../support/card-form.js';
import { inject, recordCalls, tamper } from '../support/faults.js';
import { expect, hostileTexts, test } from '../support/hostile.js';
import { ledgerOf } from '../support/ledger.js';
import { openRedirectSession, RedirectForm } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/*
 * These tests cover "Ignored" messages and "Safe end" of the quality requirements for hostile input. Messages that a
 * frame ignores are tested in card-frames.e2e.ts.
 */

test('messages to the page are ignored, whoever they say they are from', async ({
  backend,
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  const session = await openCardSession(backend);
  unharmed.secret(session.token);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill();
  const calls = recordCalls(page);
  const before = await host.events();
  await page.evaluate(
    ([provider, markup]) => {
      const frame = document.querySelector('iframe');
      const nonce = new URL(frame?.src ?? '').searchParams.get('nonce');
      const messages = [
        ...['ready', 'change', 'validated', 'height', 'result', 'action', 'submit', 'tab-out', 'complete']
          .concat(['upc-sim-connect', 'unknown', '__proto__'])
          .map((type) => ({
            type,
            nonce,
            id: '1',
            complete: true,
            height: 1e9,
            url: 'javascript:window.pwned=1',
          })),
        { type: 'result', result: { outcome: 'answered', status: 'authorized' } },
        { type: 'action', display: 'redirect', url: 'https://evil.example/' },
        markup ?? '',
        null,
        ['submit'],
      ];
      for (const data of messages) {
        const { port1, port2 } = new MessageChannel();
        port1.postMessage(data);
        // The messages are sent from this page itself, from the provider's origin with another window as their source,
        // and from another origin.
        window.postMessage(data, '*', [port2]);
        window.dispatchEvent(new MessageEvent('message', { data, origin: provider ?? '', source: window }));
        window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example' }));
        frame?.contentWindow?.postMessage(data, provider ?? '');
      }
    },
    [stack.simulatorUrl, hostileTexts.markup],
  );
  await expect(form.cvc).toHaveValue('123');
  expect(calls).toEqual([]);
  expect(await host.events()).toEqual(before);
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('HTML with status 200 in place of the session ends safely', async ({
  backend,
  host,
  open,
  page,
  unharmed,
  widget,
}) => {
  const session = await openSepaSession(backend);
  unharmed.secret(session.token);
  await open();
  const body = '<html><script>window.pwned=1</script></html>';
  await inject(page, 'POST /session', { kind: 'answer', contentType: 'text/html', body }, 1);
  await host.init({ userSessionToken: session.token });
  await widget.button('Try again').click();
  await expect(new SepaForm(widget).holder).toBeVisible();
});

test('a mandate that lacks what is shown of it is told once, shown in the widget, and can be tried again', async ({
  backend,
  host,
  open,
  page,
  unharmed,
  widget,
}) => {
  const session = await openSepaSession(backend);
  unharmed.secret(session.token);
  await open();
  await tamper(page, 'answer', 'POST /session', { 'paymentMethods.0.mandate.creditorLines': undefined });
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await expect(widget.button('Try again')).toBeVisible();
  await expect(widget.root.locator('form')).toHaveCount(0);
  expect((await host.events()).filter(({ type }) => type === 'error')).toMatchObject([
    { code: 'API_ERROR', httpStatus: 200 },
  ]);
});

test('JSON that is not the contract to POST /payments: no token, and the same form is the same payment', async ({
  backend,
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  const calls = recordCalls(page);
  const session = await openSepaSession(backend);
  unharmed.secret(session.token);
  await open();
  const body = '{"paymentRequestToken":"made-up"}';
  await inject(page, 'POST /payments', { kind: 'answer', contentType: 'application/json', body }, 1);
  await host.init({ userSessionToken: session.token, takesErrors: true });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect
    .poll(async () => (await host.events()).filter(({ type }) => type === 'error'))
    .toMatchObject([{ code: 'API_ERROR', httpStatus: 200 }]);
  expect(await host.tokens()).toEqual([]);

  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const keys = calls
    .filter((sent) => sent.method() === 'POST' && sent.url().endsWith('/payments'))
    .map((sent) => sent.headers()['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  expect(await ledgerOf(stack, session.paymentServiceCustomerId)).toHaveLength(1);
});

test('a redirect to another host is not followed', async ({ host, open, page, stack, unharmed, widget }) => {
  const session = await openRedirectSession(stack, 'PAYPAL', ['SEPA']);
  unharmed.secret(session.token);
  await open();
  const address = page.url();
  await tamper(page, 'answer', 'PUT /authentication', { 'nextAction.url': 'https://evil.example/pay' });
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await widget.chooseMethod('PayPal');
  await new RedirectForm(widget, 'PAYPAL').button.click();
  await expect
    .poll(async () => (await host.events()).filter(({ type }) => type === 'error').length)
    .toBeGreaterThan(0);
  expect(page.url()).toBe(address);
  expect(await host.tokens()).toEqual([]);
});

test('a redirect to a script is refused: the outcome stays open, and the page does not follow it', async ({
  host,
  open,
  page,
  stack,
  unharmed,
  widget,
}) => {
  await page.clock.install();
  const session = await openRedirectSession(stack, 'PAYPAL', ['SEPA']);
  unharmed.secret(session.token);
  await open();
  const address = page.url();
  const url = 'javascript:window.pwned=1';
  await tamper(page, 'answer', 'PUT /authentication', { 'nextAction.url': url });
  await tamper(page, 'answer', 'GET /payment', { 'nextAction.url': url });
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await widget.chooseMethod('PayPal');
  await new RedirectForm(widget, 'PAYPAL').button.click();
  const unknown = widget.root.locator('upc-outcome-unknown');
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(unknown).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined();
  expect(await host.tokens()).toEqual([]);
});

test('the token of another studio, and one that never was, end with API_ERROR 401 and nothing to pay', async ({
  host,
  open,
  page,
  unharmed,
  widget,
}) => {
  await open();
  for (const token of ['x'.repeat(54), 'canary-foreign-token.with-a-signature']) {
    unharmed.secret(token);
    await host.init({ userSessionToken: token, takesErrors: true });
    await expect
      .poll(async () => (await host.events()).filter(({ type }) => type === 'error').at(-1))
      .toMatchObject({ code: 'API_ERROR', httpStatus: 401 });
    await expect(widget.root.locator('form')).toHaveCount(0);
    await host.destroy();
    await page.evaluate(() => Object.assign(window, { hostEvents: {} }));
  }
});
