import { bankButton, CardForm, cards, challengeFrame, openCardSession } from '../support/card-form.js';
import { runUntil } from '../support/clock.js';
import { customers } from '../support/open-api.js';
import { expect, test } from '../support/fixtures.js';
import { ledgerOf } from '../support/ledger.js';

test('a member pays by card, and the usage captures it @engine', async ({
  backend,
  canaries,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const session = await openCardSession(backend, { customerId: customers.mara });
  const toGateway: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(stack.serviceUrl)) toGateway.push(request.postData() ?? '');
  });
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await expect(form.number).toBeVisible();
  await form.fill(cards.success, 'Zoë Canary');
  await form.button.click();

  await expect.poll(() => host.tokens()).toHaveLength(1);
  const success = (await host.events()).find((event) => event.type === 'success');
  expect(success).toMatchObject({
    details: {
      creditCard: { brand: 'visa', cardHolder: 'Zoë Canary', cardNumber: expect.stringMatching(/4242$/) },
    },
  });
  const [token = ''] = await host.tokens();
  const before = (await ledgerOf(stack, session.paymentServiceCustomerId)).at(-1);
  expect(before).toMatchObject({ status: 'authorized', authorized: 2500, captured: 0 });
  expect(await backend.payAccount(customers.mara, token, 20)).toMatchObject({ status: 200 });
  const after = (await ledgerOf(stack, session.paymentServiceCustomerId)).at(-1);
  expect(after).toMatchObject({ captured: 2000, refunded: 0 });

  const markup = await page.evaluate(
    () =>
      document.documentElement.outerHTML +
      (document.querySelector('upc-payment-widget')?.shadowRoot?.innerHTML ?? ''),
  );
  expect(markup).not.toContain(cards.success);
  expect(toGateway.join(' ')).not.toContain(cards.success);
  await canaries.expectNoTraceOf([session.token, token, cards.success, 'Zoë Canary']);
  canaries.expectQuiet();
});

for (const [name, number, message] of [
  ['declined', cards.declined, /declined|refused/i],
  ['without cover', cards.noFunds, /enough money/i],
  ['expired', cards.expired, /expired/i],
  ['with a wrong security code', cards.wrongCvc, /security code/i],
  ['that cannot be processed', cards.error, /could not|went wrong|try again/i],
] as const) {
  test(`a card ${name} is declined with a next step, and the holder's name is kept${name === 'declined' ? ' @core' : ''}`, async ({
    backend,
    host,
    open,
    widget,
  }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new CardForm(widget);
    await form.fill(number);
    await form.button.click();
    await expect(widget.root.locator('upc-notice')).toContainText(message);
    await expect(form.holder).toHaveValue('Mara Lindner');
    expect(await host.tokens()).toEqual([]);

    await form.number.fill('');
    await form.number.pressSequentially(cards.success);
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('American Express is grouped 4-6-5 and has four digits on its front', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.amex);
  await expect(form.number).toHaveValue('3782 822463 10005');
  await expect(form.cvc).toHaveValue('1234');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('wrong card details are reported in the frame and nothing is sent @core @engine', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.holder.fill('Mara Lindner');
  await form.number.pressSequentially('4242424242424241');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await form.button.click();
  await expect(form.frame(0).getByText('Check the card number for typos.')).toBeVisible();
  const summary = widget.root.locator('.summary');
  await expect(summary.getByRole('listitem')).toHaveText([
    'Check the card number for typos.',
    'Enter MM/YY.',
    'Enter the code.',
  ]);
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: 'Check the card number' }).click();
  await expect(form.number).toBeFocused();
  await form.number.fill(cards.success);
  await expect(summary.getByRole('link')).toHaveText(['Enter MM/YY.', 'Enter the code.']);
  expect(sent).toEqual([]);
});

test('a single wrong field gets the focus, as does the field that a decline concerns @engine', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.expired);
  await form.cvc.fill('');
  await form.button.click();
  await expect(form.cvc).toBeFocused();
  await form.cvc.fill('123');
  await form.button.click();
  await expect(widget.root.locator('upc-notice')).toContainText('This card has expired.');
  await expect(form.expiry).toBeFocused();
  await expect(form.expiry).toHaveAttribute('aria-invalid', 'true');
  await expect(form.expiry).toHaveAccessibleDescription('This card has expired.');
  await expect(form.number).not.toHaveAttribute('aria-invalid');
  await form.expiry.fill('11/31');
  await expect(form.expiry).not.toHaveAttribute('aria-invalid');
});

test('Enter in a secured field submits @engine', async ({ backend, host, open, widget }) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill();
  await form.cvc.press('Enter');
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('number, expiry and CVC may be in separate frames @engine', async ({ backend, host, open, widget }) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({
    userSessionToken: session.token,
    styling: { iframeFields: { base: { color: 'rgb(0, 0, 255)' }, error: { color: 'rgb(255, 0, 0)' } } },
  });
  const form = new CardForm(widget);
  form.isSeparate = true;
  await form.fill();
  await expect(widget.root.locator('iframe')).toHaveCount(3);
  await expect(form.number).toHaveCSS('color', 'rgb(0, 0, 255)');
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

for (const layout of ['one frame', 'frames of their own'] as const) {
  test(`complete fields move the focus on, and an extra Tab skips none (${layout}) @engine`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const session = await openCardSession(backend);
    await open();
    const isSeparate = layout !== 'one frame';
    await host.init({
      userSessionToken: session.token,
      ...(isSeparate && { styling: { iframeFields: { base: { color: 'rgb(0, 0, 255)' } } } }),
    });
    const form = new CardForm(widget);
    form.isSeparate = isSeparate;
    await form.holder.fill('Mara Lindner');
    await form.number.pressSequentially(cards.success);
    await expect(form.expiry).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('1234');
    await expect(form.cvc).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('123');
    await expect(form.number).toHaveValue('4242 4242 4242 4242');
    await expect(form.expiry).toHaveValue('12/34');
    await expect(form.cvc).toHaveValue('123');
    await page.keyboard.press('Shift+Tab');
    await expect(form.expiry).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form.cvc).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(form.cvc).not.toBeFocused();
  });
}

test('3-D Secure in a modal: approved, refused, and closed @core @engine', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.modal);

  await form.button.press('Enter');
  await expect(bankButton(challengeFrame(widget), 'Approve')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bankButton(challengeFrame(widget), 'Approve'), 'a second Enter cancels nothing').toBeVisible();
  const cancel = widget.root.getByRole('dialog').getByRole('button', { name: 'Cancel' });
  const place = await cancel.boundingBox();
  for (const height of [200, 700]) {
    await widget.root.locator('dialog iframe').evaluate((frame, px) => {
      (frame as HTMLElement).style.height = `${px}px`;
    }, height);
    expect(await cancel.boundingBox(), 'the button stays when the bank’s page changes its height').toEqual(
      place,
    );
  }
  await cancel.click();
  await expect(widget.root.getByRole('dialog')).toHaveCount(0);
  await expect(widget.root.locator('upc-notice')).toContainText(/cancelled/i);

  await form.button.click();
  await bankButton(challengeFrame(widget), 'The bank refuses').click();
  await expect(widget.root.locator('upc-notice')).toBeVisible();
  expect(await host.tokens()).toEqual([]);

  await form.button.click();
  await bankButton(challengeFrame(widget), 'Approve').click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await expect(widget.root.getByRole('dialog')).toHaveCount(0);
});

test('the bank’s page in a window of 320 by 256 px, as at 400 % zoom, can be reached completely @engine', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  await page.setViewportSize({ width: 320, height: 256 });
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.modal);
  await form.button.click();
  const dialog = widget.root.getByRole('dialog');
  await expect(dialog).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  await bankButton(challengeFrame(widget), 'Approve').click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a card that is refused after its challenge', async ({ backend, host, open, widget }) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await form.fill(cards.refusedAfterChallenge);
  await form.button.click();
  await bankButton(challengeFrame(widget), 'Approve').click();
  await expect(widget.root.locator('upc-notice')).toBeVisible();
  expect(await host.tokens()).toEqual([]);
});

test.describe('3-D Secure by redirect', () => {
  for (const [name, forget] of [
    ['in the same tab', false],
    ['with storage cleared', true],
  ] as const) {
    test(`is resumed ${name}, and no parameter of ours stays in the address${forget ? '' : ' @core @engine'}`, async ({
      backend,
      host,
      open,
      page,
      widget,
    }) => {
      const session = await openCardSession(backend);
      await open();
      const address = page.url();
      await host.init({ userSessionToken: session.token });
      const form = new CardForm(widget);
      await form.fill(cards.redirect);
      await form.button.click();
      await bankButton(page, 'Approve').click();
      await page.waitForURL(address);
      if (forget) {
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await page.reload();
      }
      await host.init({ userSessionToken: session.token });
      await expect.poll(() => host.tokens()).toHaveLength(1);
      expect(page.url()).toBe(address);
    });
  }

  test('is resumed in a second tab', async ({ backend, context, host, open, page, stack, widget }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new CardForm(widget);
    await form.fill(cards.redirect);
    await form.button.click();
    await bankButton(page, 'Approve').click();
    await page.waitForURL(stack.partner.pageUrl('script'));
    const second = await context.newPage();
    await second.goto(stack.partner.pageUrl('script'));
    const { HostPage } = await import('../support/host-page.js');
    const hostOfSecond = new HostPage(second, stack.serviceUrl);
    await hostOfSecond.init({ userSessionToken: session.token });
    await expect.poll(() => hostOfSecond.tokens()).toHaveLength(1);
  });

  test("a return before the bank's decision waits, and succeeds after a later approval", async ({
    backend,
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new CardForm(widget);
    await form.fill(cards.redirect);
    await form.button.click();
    await bankButton(page, 'Go back now, approve later').click();
    await page.waitForURL(stack.partner.pageUrl('script'));
    await host.init({ userSessionToken: session.token });
    await expect(widget.root.locator('upc-waiting')).toBeVisible();
    await expect.poll(() => host.tokens(), { timeout: 60_000 }).toHaveLength(1);
  });

  test('that was abandoned can be cancelled for another attempt', async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new CardForm(widget);
    await form.fill(cards.redirect);
    await form.button.click();
    await expect(bankButton(page, 'Approve')).toBeVisible();
    await open();
    await host.init({ userSessionToken: session.token });
    await widget.button('Choose another way to pay').click();
    await widget.root.getByRole('radio', { name: 'Card' }).click();
    await form.fill(cards.success);
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
});

test('a blocked provider is reported and can be retried', async ({
  backend,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  await page.clock.install();
  const session = await openCardSession(backend);
  await open();
  await page.route(`${stack.simulatorUrl}/**`, (route) => route.abort());
  await host.init({ userSessionToken: session.token });
  const form = new CardForm(widget);
  await expect(form.holder).toBeVisible();
  const notice = widget.root.locator('upc-notice');
  await runUntil(page, () => notice.isVisible());
  await expect(notice).toContainText(/could not be loaded/);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await notice.getByRole('button').click();
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a card that was saved is listed and pays again', async ({ backend, host, open, stack, widget }) => {
  const collect = await openCardSession(backend, {
    customerId: customers.jonas,
    scope: 'MEMBER_ACCOUNT',
    amount: 0,
  });
  await open();
  await host.init({ userSessionToken: collect.token });
  const form = new CardForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [collected = ''] = await host.tokens();
  expect((await backend.replaceInstrument(customers.jonas, collected)).status).toBe(200);

  const pay = await openCardSession(backend, {
    customerId: customers.jonas,
    showExistingPaymentInstruments: true,
  });
  await open();
  await host.init({ userSessionToken: pay.token });
  await widget.root.getByRole('radio').first().check();
  await widget.button(/^Pay/).click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [token = ''] = await host.tokens();
  expect((await backend.payAccount(customers.jonas, token, 25)).status).toBe(200);
  expect((await ledgerOf(stack, pay.paymentServiceCustomerId)).at(-1)).toMatchObject({ captured: 2500 });
});

test('an error that appears while the button is pressed does not take the click away @engine', async ({
  backend,
  host,
  open,
  page,
  widget,
}) => {
  const session = await openCardSession(backend);
  // The message takes two lines, which is more than half of the button's height.
  const wrong = 'This card number is not valid. Please check it for typos.';
  await page.setViewportSize({ width: 320, height: 900 });
  await page.clock.install();
  await open();
  await host.init({ userSessionToken: session.token, i18n: { 'error.card.number.wrong': wrong } });
  const form = new CardForm(widget);
  await form.number.pressSequentially('4242424242424241');
  await form.button.hover();
  await page.mouse.down();
  await expect(form.frame(0).getByText(wrong)).toBeVisible();
  // Some people hold the button for longer than others.
  await page.clock.runFor(5_000);
  await page.mouse.up();
  await expect(form.holder).toHaveAttribute('aria-invalid', 'true');
});
