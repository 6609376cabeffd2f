import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.js';
import { HostPage } from '../support/host-page.js';
import { ledgerOf } from '../support/ledger.js';
import { answerBank, openRedirectSession, RedirectForm } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';

for (const [answer, told] of [
  ['The bank refuses', /declined/],
  ['Cancel', /You cancelled/],
] as const) {
  test(`${answer}: returns to the list with a message, and another method pays in the same session${answer === 'Cancel' ? ' @core @engine' : ''}`, async ({
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const session = await openRedirectSession(stack, 'IDEAL', ['SEPA', 'PAYPAL']);
    await open();
    await host.init({ userSessionToken: session.token });
    await widget.chooseMethod('iDEAL | Wero');
    await new RedirectForm(widget, 'IDEAL').button.click();
    await answerBank(page, answer);
    await page.waitForURL(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    await expect(widget.root.locator('upc-notice')).toContainText(told);
    expect(await host.tokens()).toEqual([]);
    await widget.chooseMethod('SEPA Direct Debit');
    const sepa = new SepaForm(widget);
    await sepa.fill();
    await sepa.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('approved later: the widget shows that it waits, then the result', async ({
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const session = await openRedirectSession(stack, 'TWINT');
  await open('npm');
  await host.init({ userSessionToken: session.token });
  await new RedirectForm(widget, 'TWINT').button.click();
  await answerBank(page, 'Go back now, approve later');
  await page.waitForURL(stack.partner.pageUrl('npm'));
  await host.init({ userSessionToken: session.token });
  await expect(widget.root.locator('upc-waiting')).toBeVisible();
  await expect.poll(() => host.tokens(), { timeout: 60_000 }).toHaveLength(1);
});

test.describe('a person who does not return with the button', () => {
  /** Starts the payment and waits until the person is at the bank. */
  async function leave(page: Page, host: HostPage, form: RedirectForm, token: string): Promise<void> {
    await host.init({ userSessionToken: token });
    await form.button.click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  }

  test('can continue at the bank from where they left', async ({ host, open, page, stack, widget }) => {
    const { token } = await openRedirectSession(stack, 'PAYPAL');
    const form = new RedirectForm(widget, 'PAYPAL');
    await open();
    await leave(page, host, form, token);
    await answerBank(page, 'Never go back');
    await open();
    await host.init({ userSessionToken: token });
    await form.goOn.click();
    await answerBank(page, 'Approve');
    await page.waitForURL(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });

  test('can choose another way to pay, and no payment stays open', async ({
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const session = await openRedirectSession(stack, 'IDEAL', ['PAYPAL']);
    const form = new RedirectForm(widget, 'IDEAL');
    await open();
    await host.init({ userSessionToken: session.token });
    await widget.chooseMethod('iDEAL | Wero');
    await form.button.click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await open();
    await host.init({ userSessionToken: session.token });
    await form.other.click();
    await widget.chooseMethod('PayPal');
    expect((await ledgerOf(stack, session.paymentServiceCustomerId)).at(-1)).toMatchObject({
      status: 'cancelled',
      captured: 0,
    });
    await new RedirectForm(widget, 'PAYPAL').button.click();
    await answerBank(page, 'Approve');
    await page.waitForURL(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });

  test("returns with the browser's back button and can continue @engine", async ({
    browserName,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    test.skip(browserName === 'firefox', 'Its driver loses a page that comes out of the back-forward cache.');
    const { token } = await openRedirectSession(stack, 'IDEAL');
    const form = new RedirectForm(widget, 'IDEAL');
    await open();
    await leave(page, host, form, token);
    const bank = page.url();
    // A browser with a back-forward cache restores the page as it was, widget included, and loads nothing. The call
    // runs in its own turn, because the page may leave before a response to this one has arrived.
    await page.evaluate(() => void setTimeout(() => history.back()));
    await page.waitForURL(stack.partner.pageUrl('script'), { waitUntil: 'commit' });
    if (!(await host.hasWidget())) await host.init({ userSessionToken: token });
    await expect(form.goOn).toHaveAttribute('href', bank);
    await form.goOn.click();
    await answerBank(page, 'Approve');
    await page.waitForURL(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });

  test('pays in a second tab, with nothing stored: both tabs show it @engine', async ({
    context,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const { token } = await openRedirectSession(stack, 'IDEAL');
    const form = new RedirectForm(widget, 'IDEAL');
    await open();
    await leave(page, host, form, token);
    await open();
    await host.init({ userSessionToken: token });
    const href = (await form.goOn.getAttribute('href')) ?? '';
    const second = await context.newPage();
    await second.goto(href);
    await answerBank(second, 'Approve');
    await second.waitForURL(stack.partner.pageUrl('script'));
    await second.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    const hostOfSecond = new HostPage(second, stack.serviceUrl);
    await hostOfSecond.init({ userSessionToken: token });
    await expect.poll(() => hostOfSecond.tokens()).toHaveLength(1);
    // A page that is restored from the back-forward cache fires this event.
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect.poll(() => host.tokens()).toEqual(await hostOfSecond.tokens());
  });
});

test.describe('the address', () => {
  test('keeps its query, hash and history state; appended and forged parameters are removed @engine', async ({
    host,
    page,
    stack,
    widget,
  }) => {
    const { token } = await openRedirectSession(stack, 'IDEAL');
    const own = `${stack.partner.pageUrl('script')}?plan=7&q=a%20b#/pay?step=2`;
    await page.goto(own);
    await page.evaluate(() => history.replaceState({ route: 'pay' }, ''));
    await host.init({ userSessionToken: token });
    await new RedirectForm(widget, 'IDEAL').button.click();
    await answerBank(page, 'Cancel');
    await page.waitForURL(own);

    const forged = 'payment_intent=pi_forged&redirect_status=succeeded';
    await page.goto(own.replace('?', `?${forged}&`));
    await page.evaluate(() => history.replaceState({ route: 'pay' }, ''));
    await host.init({ userSessionToken: token });
    await expect(widget.root.locator('upc-notice')).toContainText(/You cancelled/);
    await expect.poll(() => page.url()).toBe(own);
    expect(await page.evaluate(() => history.state as unknown)).toEqual({ route: 'pay' });
    expect(await host.tokens()).toEqual([]);
  });

  test('to return to may be another page of the host', async ({ host, open, page, stack, widget }) => {
    const { token } = await openRedirectSession(stack, 'PAYPAL');
    const returnUrl = `${stack.partner.pageUrl('npm')}?from=bank#/done`;
    await open();
    await host.init({ userSessionToken: token, returnUrl });
    await new RedirectForm(widget, 'PAYPAL').button.click();
    await answerBank(page, 'Approve');
    await page.waitForURL(returnUrl);
    await host.init({ userSessionToken: token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(page.url()).toBe(returnUrl);
  });

  test('of a single-page app may change while the person pays elsewhere', async ({
    context,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const { token } = await openRedirectSession(stack, 'IDEAL');
    const form = new RedirectForm(widget, 'IDEAL');
    await open();
    await host.init({ userSessionToken: token });
    await form.button.click();
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    const bank = page.url();
    await open();
    await host.init({ userSessionToken: token });
    await expect(form.goOn).toBeVisible();
    await host.destroy();
    await page.evaluate(() => history.pushState({}, '', '#/another-route'));
    const second = await context.newPage();
    await second.goto(bank);
    await answerBank(second, 'Approve');
    await host.init({ userSessionToken: token });
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(new URL(page.url()).hash).toBe('#/another-route');
  });
});

test('in a frame of the host the top page stays, and the bank opens in a tab @engine', async ({
  context,
  page,
  stack,
}) => {
  const { token } = await openRedirectSession(stack, 'IDEAL');
  const inner = stack.partner.pageUrl('script');
  const outer = `${stack.partner.url}/framing`;
  await page.route(outer, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Framing</title><iframe title="Payment" src="${inner}"></iframe></html>`,
    }),
  );
  await page.goto(outer);
  const frame = page.frames().find((one) => one.url() === inner);
  if (!frame) throw new Error('The frame was not found.');
  await frame.waitForLoadState();
  await frame.evaluate(
    ({ userSessionToken, baseUrl }) => {
      const host = window as unknown as {
        token?: string;
        paymentWidget: { init(config: object): void };
      };
      host.paymentWidget.init({
        userSessionToken,
        baseUrl,
        environment: 'test',
        countryCode: 'NL',
        locale: 'en',
        container: 'payment',
        onSuccess: (given: string) => (host.token = given),
      });
    },
    { userSessionToken: token, baseUrl: stack.serviceUrl },
  );
  await frame.getByRole('button', { name: /with iDEAL/ }).click();
  const link = frame.getByRole('link', { name: 'Continue with iDEAL' });
  await expect(frame.getByText('It opens in a new tab.')).toBeVisible();
  const [tab] = await Promise.all([context.waitForEvent('page'), link.click()]);
  expect(page.url()).toBe(outer);
  expect(frame.url()).toBe(inner);
  await answerBank(tab, 'Approve');
  await tab.waitForURL(inner);
  // A hidden page does not poll.
  await tab.close();
  await page.bringToFront();
  await expect
    .poll(() => frame.evaluate(() => (window as unknown as { token?: string }).token), { timeout: 60_000 })
    .toBeTruthy();
});

test('hidePaymentButton keeps the buttons of the brands, and hides the others', async ({
  host,
  open,
  stack,
  widget,
}) => {
  const { token } = await openRedirectSession(stack, 'IDEAL', ['PAYPAL', 'BANCONTACT']);
  await open();
  await host.init({ userSessionToken: token, hidePaymentButton: true });
  for (const [name, method] of [
    ['iDEAL | Wero', 'IDEAL'],
    ['PayPal', 'PAYPAL'],
  ] as const) {
    await widget.chooseMethod(name);
    await expect(new RedirectForm(widget, method).button).toBeVisible();
  }
  await widget.chooseMethod('Bancontact');
  await expect(widget.text(/^You’ll continue to Bancontact/)).toBeVisible();
  await expect(widget.root.getByRole('button')).toHaveCount(0);
});
