import { openCardSession } from '../support/card-form.js';
import { customers } from '../support/open-api.js';
import { ExpressRow } from '../support/stripe/express-row.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { confirmationsOf, lastIntent } from '../support/stripe/recorded.js';
import { stubWallets } from '../support/wallets.js';

const express = { featureFlags: { enableExpressCheckout: true } } as const;
const domain = 'localhost';

test.beforeEach(({ recorder }) => recorder.registerDomain(domain));
test.afterEach(({ recorder }) => recorder.forgetDomains());

test('a member pays a purchase with Apple Pay, which saves nothing @core', async ({
  backend,
  host,
  open,
  page,
  recorder,
}) => {
  await stubWallets(page, { applePay: true });
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const row = new ExpressRow(page);
  await row.pay('Apple Pay');

  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [{ request } = { request: {} }] = await row.expectSheets(['done']);
  expect(request).toMatchObject({ amount: 2500, currency: 'eur', setupFutureUsage: null });
  expect(request).toMatchObject({ billingAddressRequired: false, emailRequired: false });
  expect(request).not.toHaveProperty('applePay');
  const intent = lastIntent(recorder);
  expect(intent).toMatchObject({ status: 'requires_capture', futureUsage: null });
  expect(confirmationsOf(recorder, intent)).toHaveLength(1);
  expect((await host.events()).find(({ type }) => type === 'success')).toMatchObject({
    details: { creditCard: { brand: 'visa', wallet: 'APPLE_PAY' } },
  });
  const [token = ''] = await host.tokens();
  expect(await backend.payAccount(customers.mara, token, 20)).toMatchObject({ status: 200 });
});

test('a membership asks Apple Pay for a token that the studio may charge later', async ({
  backend,
  host,
  open,
  page,
  recorder,
}) => {
  await stubWallets(page, { applePay: true });
  const session = await openCardSession(backend, {
    customerId: customers.jonas,
    scope: 'MEMBER_ACCOUNT',
    amount: 0,
  });
  await open();
  await page.evaluate(() => history.replaceState(null, '', `${location.pathname}?secret=canary#canary`));
  await host.init({ userSessionToken: session.token, ...express });
  const row = new ExpressRow(page);
  await row.pay('Apple Pay');

  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [record] = await row.expectSheets(['done']);
  expect(record?.request).toMatchObject({
    mode: 'setup',
    applePay: { recurringPaymentRequest: { regularBilling: { amount: 0 } } },
  });
  expect(JSON.stringify(record?.request)).not.toContain('canary');
  expect(lastIntent(recorder)).toMatchObject({ kind: 'setup_intent', status: 'succeeded' });
});

test('a membership fee is paid with Google Pay, and the card is saved', async ({
  backend,
  host,
  open,
  page,
  recorder,
}) => {
  await stubWallets(page, { googlePay: true });
  const session = await openCardSession(backend, { customerId: customers.jonas, scope: 'MEMBER_ACCOUNT' });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const row = new ExpressRow(page);
  await expect(row.button('Apple Pay')).toHaveCount(0);
  await row.pay('Google Pay');
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(lastIntent(recorder)).toMatchObject({ status: 'requires_capture', futureUsage: 'off_session' });
  expect((await host.events()).find(({ type }) => type === 'success')).toMatchObject({
    details: { creditCard: { wallet: 'GOOGLE_PAY' } },
  });
});

test('a declined or cancelled wallet leaves everything as it was, and the next one pays', async ({
  backend,
  form,
  host,
  open,
  page,
  recorder,
}) => {
  await stubWallets(page, { applePay: true });
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const row = new ExpressRow(page);
  const before = recorder.intents().length;
  await row.pay('Apple Pay', 'Cancel');
  await row.expectSheets(['cancelled']);
  expect(recorder.intents()).toHaveLength(before);
  await row.pay('Apple Pay', 'Approve with a bad card');
  await row.expectSheets(['cancelled', 'refused']);
  await expect(form.notice).toBeVisible();
  await row.pay('Apple Pay');
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await row.expectSheets(['cancelled', 'refused', 'done']);
});

test('a gateway that refuses the payment closes the sheet as failed', async ({
  backend,
  form,
  host,
  open,
  page,
}) => {
  await stubWallets(page, { applePay: true });
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const row = new ExpressRow(page);
  await expect(row.button('Apple Pay')).toBeVisible();
  await page.route('**/payments', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
  );
  await row.pay('Apple Pay');
  await row.expectSheets(['failed']);
  await expect(form.notice).toBeVisible();
  expect(await host.tokens()).toEqual([]);
});

for (const [reason, prepare] of [
  ['the domain is not registered', { domain: 'other.example', wallets: { applePay: true, googlePay: true } }],
  ['the browser has no wallet', { domain, wallets: {} }],
] as const) {
  test(`no button is shown if ${reason}, and developers learn what to check`, async ({
    backend,
    form,
    host,
    open,
    page,
    recorder,
  }) => {
    recorder.forgetDomains();
    recorder.registerDomain(prepare.domain);
    await stubWallets(page, prepare.wallets);
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    const session = await openCardSession(backend, { customerId: customers.mara });
    await open();
    await host.init({ userSessionToken: session.token, ...express, devMode: true });
    await expect(form.number).toBeVisible();
    const { frame } = new ExpressRow(page);
    await expect.poll(() => warnings.join('\n')).toContain('upc-service stripe register-domains');
    await expect(frame).toHaveCount(0);
    // The card form is not affected.
    await expect(form.number).toBeEditable();
  });
}

test('Link is never a button, whatever the flag says', async ({ backend, host, open, page }) => {
  await stubWallets(page, { applePay: true, googlePay: true });
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({
    userSessionToken: session.token,
    featureFlags: { enableExpressCheckout: true, disableStripeLink: false },
  });
  const row = new ExpressRow(page);
  await expect(row.button('Apple Pay')).toBeVisible();
  await expect(row.button('Google Pay')).toBeVisible();
  await expect(row.button('Link')).toHaveCount(0);
});
