import { expectAccessible } from '../support/accessibility.js';
import { CardForm, cards, openCardSession } from '../support/card-form.js';
import { ExpressSheet, walletCards } from '../support/express-sheet.js';
import { expect, test } from '../support/fixtures.js';
import { ledgerOf } from '../support/ledger.js';
import { customers } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { stubWallets } from '../support/wallets.js';

const express = { featureFlags: { enableExpressCheckout: true } } as const;

test('a member pays with a wallet, and the usage captures it @core @engine', async ({
  backend,
  canaries,
  host,
  open,
  stack,
  widget,
}) => {
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const sheet = new ExpressSheet(widget.root);
  await sheet.pay('Link');

  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect((await host.events()).find(({ type }) => type === 'success')).toMatchObject({
    details: { creditCard: { brand: 'visa', wallet: 'LINK', cardNumber: expect.stringMatching(/4242$/) } },
  });
  const [token = ''] = await host.tokens();
  expect(await backend.payAccount(customers.mara, token, 20)).toMatchObject({ status: 200 });
  expect((await ledgerOf(stack, session.paymentServiceCustomerId)).at(-1)).toMatchObject({
    captured: 2000,
    refunded: 0,
  });
  await canaries.expectNoTraceOf([session.token, token, walletCards.success]);
  canaries.expectQuiet();
});

test('a membership stores the card of a wallet, which is then in the list', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await stubWallets(page, { applePay: true });
  const request = { customerId: customers.jonas, scope: 'MEMBER_ACCOUNT', amount: 0 } as const;
  const session = await openCardSession(backend, request);
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  await new ExpressSheet(widget.root).pay('Apple Pay', walletCards.mastercard);
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [token = ''] = await host.tokens();
  expect(await backend.replaceInstrument(customers.jonas, token)).toMatchObject({ status: 200 });

  const again = await openCardSession(backend, { ...request, showExistingPaymentInstruments: true });
  await host.destroy();
  await host.init({ userSessionToken: again.token, ...express });
  await expect(widget.root.getByRole('radio', { name: /Mastercard.*4444.*Apple Pay/ })).toBeVisible();
});

test('a cancelled, a slow and a declined wallet leave what was typed, and the next attempt pays @core', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await backend.openSession({ permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.holder.fill('Mara Lindner');
  const sheet = new ExpressSheet(widget.root);
  const created: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/payments'))
      created.push(request.url());
  });

  await sheet.press('Link');
  await sheet.cancel();
  await sheet.expectClosed();
  await sheet.press('Link');
  await page.keyboard.press('Escape');
  await sheet.expectClosed();
  expect(created).toEqual([]);
  expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);

  await sheet.press('Link');
  await sheet.approveTooSlowly();
  await sheet.expectClosed();
  await expect(widget.root.locator('upc-notice')).toBeVisible();
  await sheet.pay('Link', walletCards.declined);
  await expect(widget.root.locator('upc-notice')).toContainText(/declined|refused/i);
  await expect(form.holder).toHaveValue('Mara Lindner');
  expect(await host.tokens()).toEqual([]);

  await sheet.pay('Link');
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a changed address that is refused pays nothing until it is changed back', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const sheet = new ExpressSheet(widget.root);
  await sheet.press('Link');
  await sheet.chooseAddress('AQ');
  await sheet.approve();
  await expect(sheet.sheet.getByRole('alert')).not.toBeEmpty();
  expect(await host.tokens()).toEqual([]);
  await sheet.chooseAddress('CH');
  await sheet.approve();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a typed card is paid below the buttons, which are then locked', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, ...express });
  const sheet = new ExpressSheet(widget.root);
  await expect(sheet.button('Link')).toBeVisible();
  const form = new CardForm(widget);
  await form.number.waitFor();
  await form.fill(cards.success);
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await expect(sheet.button('Link')).toBeHidden();
});

for (const [why, config, request, message] of [
  ['the page does not ask for it', {}, {}, undefined],
  ['the page has its own button', { ...express, hidePaymentButton: true }, {}, undefined],
  ['the session offers no cards', express, { permittedPaymentChoices: ['SEPA'] }, undefined],
  [
    'no wallet is left',
    { featureFlags: { ...express.featureFlags, disableStripeLink: true } },
    {},
    /express checkout is not shown\. No wallet can be used here\..*Google Pay.*Link is disabled/s,
  ],
] as const) {
  test(`nothing is shown if ${why}`, async ({ backend, host, open, page, widget }) => {
    const said: string[] = [];
    page.on('console', (entry) => said.push(entry.text()));
    const session = await openCardSession(backend, request as object);
    await open();
    await host.init({ userSessionToken: session.token, devMode: message !== undefined, ...config });
    await expect(widget.root.locator('form')).toBeVisible();
    if (message) await expect.poll(() => said.join('\n')).toMatch(message);
    await expect(widget.root.locator('upc-express')).toHaveCount(0);
    await expect(page.locator('iframe[title*="Pay"]')).toHaveCount(0);
  });
}

test('nothing is shown if the frame of the buttons is blocked, and developers learn why', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await page.route(/\/frames\/express/, (route) => route.abort());
  const said: string[] = [];
  page.on('console', (entry) => said.push(entry.text()));
  const session = await openCardSession(backend, { permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
  await open();
  await host.init({ userSessionToken: session.token, devMode: true, ...express });
  await expect(widget.root.locator('upc-express')).toBeVisible();
  await expect
    .poll(() => said.join('\n'))
    .toMatch(/express checkout is not shown\. .*frame did not load from http/);
  await expect(widget.root.locator('upc-express')).toHaveCount(0);
  await expect(page.locator('iframe[title*="Pay"]')).toHaveCount(0);
  expect((await host.events()).filter(({ type }) => type === 'error')).toEqual([]);
});

test('the row can be switched on and off at run time, and loses nothing typed', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.success);
  await host.update(express);
  const sheet = new ExpressSheet(widget.root);
  await expect(sheet.button('Link')).toBeVisible();
  await host.update({ featureFlags: {} });
  await expect(widget.root.locator('upc-express')).toHaveCount(0);
  await expect(form.number).toHaveValue('4242 4242 4242 4242');
  await host.update(express);
  await sheet.pay('Link');
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('the whole way works on a phone, in German, by keyboard, and axe finds nothing', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  await stubWallets(page, { applePay: true, googlePay: true });
  await page.setViewportSize({ width: 320, height: 700 });
  const session = await backend.openSession({ permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
  await open();
  await host.init({ userSessionToken: session.token, locale: 'de', ...express });
  await expect(widget.text('Oder andere Zahlungsart wählen')).toBeVisible();
  const sheet = new ExpressSheet(widget.root);
  await sheet.button('Apple Pay').waitFor();
  await expectAccessible(page, { within: '#payment', transparent: true });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await sheet.button('Apple Pay').focus();
  await page.keyboard.press('Enter');
  const approve = sheet.sheet.getByRole('button', { name: /speichern/i });
  await approve.waitFor();
  await approve.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await expect(widget.success.locator('.outcome-title')).toBeFocused();
});
