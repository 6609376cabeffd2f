import { CardForm, openCardSession } from '../support/card-form.js';
import { countOf, inject, recordCalls, tamper } from '../support/faults.js';
import { expect, hostileTexts, test } from '../support/hostile.js';
import { ledgerOf } from '../support/ledger.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';
import { openRedirectSession, RedirectForm } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/* Quality, hostile input: "Ignored" messages and "Safe end". What a frame ignores is tested in card-frames.e2e.ts. */

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
        // From this page itself; the provider's origin and another window; another origin.
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

const html = { contentType: 'text/html', body: '<html><script>window.pwned=1</script></html>' };
const malformed = { contentType: 'application/json', body: '{"id": "x", ' };
const foreign = { contentType: 'application/json', body: '{"paymentRequestToken":"made-up"}' };
const nonsense = [
  ['HTML', html],
  ['malformed JSON', malformed],
  ['JSON that is not the contract', foreign],
] as const;

for (const [name, answer] of nonsense) {
  test(`${name} with status 200 in place of the session ends safely`, async ({
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
    await inject(page, 'POST /session', { kind: 'answer', ...answer }, 1);
    await host.init({ userSessionToken: session.token });
    await widget.button('Try again').click();
    await expect(new SepaForm(widget).holder).toBeVisible();
  });

  test(`${name} with status 200 to POST /payments: no token, and the same form is the same payment`, async ({
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
    await inject(page, 'POST /payments', { kind: 'answer', ...answer }, 1);
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

  test(`${name} with status 200 to PUT /authentication: the gateway is asked what became of the payment`, async ({
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
    await inject(page, 'PUT /authentication', { kind: 'answer', ...answer }, 1);
    await host.init({ userSessionToken: session.token, takesErrors: true });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);
    expect(countOf(calls, 'POST /payments')).toBe(1);
    expect(countOf(calls, 'GET /payment')).toBeGreaterThan(0);
    expect(await ledgerOf(stack, session.paymentServiceCustomerId)).toHaveLength(1);
  });
}

for (const [where, url] of [
  ['another host', 'https://evil.example/pay'],
  ['a host with the right one as user', 'http://localhost@evil.example/'],
] as const) {
  test(`a redirect to ${where} is not followed`, async ({ host, open, page, stack, unharmed, widget }) => {
    const session = await openRedirectSession(stack, 'PAYPAL', ['SEPA']);
    unharmed.secret(session.token);
    await open();
    const address = page.url();
    await tamper(page, 'answer', 'PUT /authentication', { 'nextAction.url': url });
    await host.init({ userSessionToken: session.token, takesErrors: true });
    await widget.chooseMethod('PayPal');
    await new RedirectForm(widget, 'PAYPAL').button.click();
    await expect
      .poll(async () => (await host.events()).filter(({ type }) => type === 'error').length)
      .toBeGreaterThan(0);
    expect(page.url()).toBe(address);
    expect(await host.tokens()).toEqual([]);
  });
}

for (const [where, url] of [
  ['a script', 'javascript:window.pwned=1'],
  ['data', 'data:text/html,<script>window.pwned=1</script>'],
] as const) {
  test(`a redirect to ${where} is not an answer: the outcome stays open, and nobody is led there`, async ({
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
}

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

test('the service takes a token of one session for no payment of another, and a key for no other body', async ({
  open,
  stack,
}) => {
  await open();
  const backend = new PartnerBackend(stack.serviceUrl, testKeys.eur);
  const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
  const send = async (token: string, key: string, holder: string): Promise<[number, string]> => {
    const response = await fetch(`${stack.serviceUrl}/api/v1/payments`, {
      method: 'POST',
      headers: {
        origin: stack.partner.url,
        'content-type': 'application/json',
        'x-user-payment-session-token': token,
        'idempotency-key': key,
      },
      body: JSON.stringify({
        paymentMethod: 'SEPA',
        details: { accountHolder: holder, iban: 'DE89370400440532013000' },
        mandate: await mandateOf(token),
      }),
    });
    const body = (await response.json()) as { id?: string; errorCode?: string };
    return [response.status, body.id ?? body.errorCode ?? ''];
  };
  const mandateOf = async (token: string): Promise<object> => {
    const response = await fetch(`${stack.serviceUrl}/api/v1/session`, {
      headers: { origin: stack.partner.url, 'x-user-payment-session-token': token },
    });
    const { paymentMethods } = (await response.json()) as {
      paymentMethods: { mandate: { reference: string; version: string; language: string } }[];
    };
    const { reference, version, language } = paymentMethods[0]!.mandate;
    return { reference, version, language, accepted: true };
  };
  const key = 'key-of-the-test-0123456789';
  const [created, id] = await send(one.token, key, 'Mara Lindner');
  expect(created).toBe(201);
  expect(await send(one.token, key, 'Somebody Else')).toEqual([
    409,
    'errormessage.payment.idempotency.key.reused',
  ]);
  const foreign = await fetch(`${stack.serviceUrl}/api/v1/payments/${id}`, {
    headers: { origin: stack.partner.url, 'x-user-payment-session-token': two.token },
  });
  expect(foreign.status).toBe(404);
});
