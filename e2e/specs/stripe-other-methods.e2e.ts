import { BacsForm } from '../support/bacs-form.js';
import { MandateDownload } from '../support/mandate-download.js';
import { customers, PartnerBackend, testKeys } from '../support/open-api.js';
import { backendOf, openRedirectSession, RedirectForm, redirecting } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { lastIntent } from '../support/stripe/recorded.js';

/* Methods that Stripe accepts without its script: redirects from the gateway, and debits with our own forms. */

for (const [method, type] of [
  ['PAYPAL', 'paypal'],
  ['IDEAL', 'ideal'],
  ['BANCONTACT', 'bancontact'],
  ['TWINT', 'twint'],
] as const) {
  test(`${method}: agreed to on the page, found again, and used; no script of Stripe's`, async ({
    canaries,
    host,
    network,
    open,
    page,
    recorder,
    stack,
    widget,
  }) => {
    const session = await openRedirectSession(stack, method);
    await open();
    const address = page.url();
    await host.init({ userSessionToken: session.token });
    await new RedirectForm(widget, method).button.click();
    await page.getByRole('button', { name: 'Authorize test payment' }).click();
    await page.waitForURL((url) => url.origin === stack.partner.url);
    await host.init({ userSessionToken: session.token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(page.url()).toBe(address);
    expect(lastIntent(recorder)).toMatchObject({ allowedTypes: [type] });
    const [token = ''] = await host.tokens();
    const { customerId, currency } = redirecting[method];
    expect(await backendOf(stack, method).payAccount(customerId, token, 20, currency)).toMatchObject({
      status: 200,
    });
    expect(network.asked).toEqual([]);
    canaries.expectQuiet();
  });
}

test('a page on which the person gives up leads back to the list, and another method pays', async ({
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const session = await openRedirectSession(stack, 'IDEAL', ['SEPA']);
  await open();
  await host.init({ userSessionToken: session.token });
  await widget.chooseMethod('iDEAL | Wero');
  await new RedirectForm(widget, 'IDEAL').button.click();
  await page.getByRole('button', { name: 'Fail test payment' }).click();
  await page.waitForURL((url) => url.origin === stack.partner.url);
  await host.init({ userSessionToken: session.token });
  await expect(widget.root.locator('upc-notice')).toBeVisible();
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill();
  // Stripe does not debit an account without an email address for notifications.
  await widget.root.getByLabel('Email').fill('mara@example.com');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test("SEPA by our own form; no script of Stripe's", async ({
  backend,
  host,
  network,
  open,
  recorder,
  widget,
}) => {
  const session = await openSepaSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  // Stripe does not debit an account without an email address for notifications.
  await widget.root.getByLabel('Email').fill('mara@example.com');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(lastIntent(recorder)).toMatchObject({
    allowedTypes: ['sepa_debit'],
    paymentMethod: { shown: { last4: '3000' }, billingDetails: { email: 'mara@example.com' } },
  });
  expect(network.asked).toEqual([]);
});

test("BACS by our own form, with its page to check; no script of Stripe's", async ({
  host,
  network,
  open,
  recorder,
  stack,
  widget,
}) => {
  const { token } = await new PartnerBackend(stack.serviceUrl, testKeys.gbp).openSession({
    permittedPaymentChoices: ['BACS'],
  });
  await open();
  await host.init({ userSessionToken: token, countryCode: 'GB' });
  const form = new BacsForm(widget);
  await form.fill();
  await form.check.click();
  await form.sign.click();
  await new MandateDownload(widget).goOn.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(lastIntent(recorder)).toMatchObject({ allowedTypes: ['bacs_debit'] });
  expect(network.asked).toEqual([]);
});
