import { openCardSession } from '../support/card-form.js';
import { inject, tamper } from '../support/faults.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { confirmationsOf, lastIntent } from '../support/stripe/recorded.js';

for (const fault of ['script', 'frames'] as const) {
  test(`Stripe's ${fault} blocked: it is said, and can be tried again`, async ({
    backend,
    form,
    host,
    network,
    open,
    page,
  }) => {
    await page.clock.install();
    network.faults[fault] = 'blocked';
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    await expect(form.holder).toBeVisible();
    await expect.poll(() => network.asked.length).toBeGreaterThan(fault === 'script' ? 0 : 1);
    await page.clock.runFor(31_000);
    await expect(form.notice).toContainText(/could not be loaded/);
    await expect(form.frames).toHaveCount(0);
    Object.assign(network.faults, { [fault]: undefined });
    await form.notice.getByRole('button').click();
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test("Stripe's script that takes ten seconds is waited for, one that never comes is not", async ({
  backend,
  form,
  host,
  network,
  open,
  page,
  widget,
}) => {
  await page.clock.install();
  let release = (): void => undefined;
  network.faults.script = new Promise<void>((resolve) => (release = resolve));
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const skeleton = widget.root.locator('upc-secured-fields [aria-busy="true"]');
  await expect(skeleton).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(skeleton).toBeVisible();
  await expect(form.notice).toHaveCount(0);
  await page.clock.runFor(21_000);
  await expect(form.notice).toContainText(/could not be loaded/);
  await form.notice.getByRole('button').click();
  release();
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(network.asked.filter((address) => address.endsWith('stripe.js'))).toHaveLength(1);
});

test('a page with another version of Stripe.js is told so, and nothing is loaded over it', async ({
  backend,
  host,
  network,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  await page.evaluate(() => {
    const other = (): never => {
      throw new Error('This version must not be used.');
    };
    Object.assign(window, { Stripe: Object.assign(other, { version: 'basil' }) });
  });
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await expect
    .poll(async () => (await host.events()).filter(({ type }) => type === 'error'))
    .toMatchObject([{ code: 'PSP_ERROR', message: expect.stringMatching(/"basil".*"endive"/) }]);
  expect(network.asked).toEqual([]);
});

for (const attribute of ['', 'async']) {
  test(`a page that brings the right version itself${attribute && `, ${attribute},`} is not given it twice`, async ({
    backend,
    form,
    host,
    network,
    page,
    stack,
  }) => {
    const session = await openCardSession(backend);
    const widget = `<script src="${stack.serviceUrl}/widget/widget.js" crossorigin="anonymous"></script>`;
    const theirs = `<script ${attribute} src="https://js.stripe.com/endive/stripe.js"></script>`;
    const body = '<body><main><h1>With Stripe</h1><div id="payment"></div></main></body>';
    let release = (): void => undefined;
    if (attribute) network.faults.script = new Promise<void>((resolve) => (release = resolve));
    const html = `<!doctype html><html lang="en"><head><title>With Stripe</title>${widget}${theirs}</head>${body}</html>`;
    await page.goto(stack.partner.serve(`/with-stripe-${attribute}`, html), { waitUntil: 'commit' });
    await page.locator('#payment').waitFor({ state: 'attached' });
    await host.init({ userSessionToken: session.token });
    await expect(form.holder).toBeVisible();
    release();
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(network.asked.filter((address) => address.endsWith('stripe.js'))).toHaveLength(1);
  });
}

// All of Stripe's errors are tested in src/providers/stripe/stripe-errors.test.ts. This covers one whose message the
// widget shows, and one whose message it must not show.
for (const [error, code, message] of [
  [
    { type: 'card_error', code: 'card_declined', message: 'Declined, said Stripe.' },
    'PSP_ERROR',
    /Declined, said/,
  ],
  [{ type: 'api_connection_error', message: 'secret of theirs' }, 'NETWORK_ERROR', /could not be reached/],
] as const) {
  test(`the confirmation answers with ${error.type}: ${code}, and the next try pays`, async ({
    backend,
    form,
    host,
    network,
    open,
    recorder,
  }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token, takesErrors: true });
    await form.fill();
    network.faults.confirmation = error;
    await form.button.click();
    await expect
      .poll(async () => (await host.events()).filter(({ type }) => type === 'error'))
      .toMatchObject([{ code, message: expect.stringMatching(message) }]);
    expect(JSON.stringify(await host.events())).not.toContain('secret of theirs');
    network.faults.confirmation = undefined;
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(recorder.intents().filter(({ status }) => status === 'requires_payment_method')).toEqual([]);
  });
}

test('an answer of Stripe that gets lost: the gateway is asked, and nothing is paid twice', async ({
  backend,
  form,
  host,
  network,
  open,
  recorder,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill();
  const before = recorder.intents().length;
  recorder.order('answer_lost', /POST \/v1\/payment_intents\/\w+\/confirm/);
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(recorder.intents()).toHaveLength(before + 1);
  expect(confirmationsOf(recorder, lastIntent(recorder))).toHaveLength(1);
  expect(network.faults).toEqual({});
});

test('an intent in an unexpected state is left to the gateway', async ({
  backend,
  form,
  host,
  network,
  open,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill();
  network.faults.afterConfirmation = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
  };
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('the line to the gateway breaks between its answer and the authentication: one payment in the end', async ({
  backend,
  form,
  host,
  open,
  page,
  recorder,
}) => {
  await page.clock.install();
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await form.fill();
  const before = recorder.intents().length;
  const met = await inject(page, 'PUT /authentication', { kind: 'offline' }, 3);
  await form.button.click();
  // The widget polls automatically until it has the outcome, and sends the authentication again with the same key.
  await expect(async () => {
    await page.clock.runFor(10_000);
    expect(await host.tokens()).toHaveLength(1);
  }).toPass();
  expect(met).toHaveLength(3);
  expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);
  expect(recorder.intents()).toHaveLength(before + 1);
});

test('a live key is refused in environment test', async ({ backend, host, network, open, page }) => {
  const session = await openCardSession(backend);
  await open();
  const publicKey = 'pk_live_notForThis';
  await tamper(page, 'answer', 'POST /session', { 'paymentMethods.0.provider.publicKey': publicKey });
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await expect
    .poll(async () => (await host.events()).filter(({ type }) => type === 'error'))
    .toMatchObject([{ code: 'PSP_ERROR', message: expect.stringMatching(/"pk_live_.*environment "test"/) }]);
  expect(JSON.stringify(await host.events())).not.toContain('notForThis');
  expect(network.asked).toEqual([]);
});
