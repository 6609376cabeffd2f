import { openCardSession } from '../support/card-form.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { lastIntent } from '../support/stripe/recorded.js';
import { placeOf, stripeCards } from '../support/stripe/stripe-card-form.js';

for (const isSeparate of [false, true]) {
  const layout = isSeparate ? 'separate fields' : 'the combined element';
  const styling = isSeparate ? { iframeFields: {} } : {};

  test(`${layout}: the input survives every update`, async ({ backend, form, host, open, recorder }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token, styling });
    form.isSeparate = isSeparate;
    await form.fill();
    await host.update({ locale: 'de' });
    await expect(form.holder).toHaveCount(0);
    await host.update({ locale: 'en', styling: { ...styling, primaryColor: 'rgb(200, 0, 0)' } });
    await host.update({ i18n: { 'card.holder.label': 'Name on the card' } });
    await host.updateCustomerFields({
      email: { value: 'mara@example.com' },
      address: { country: { value: 'CH' } },
    });
    await expect(form.number).toHaveValue('4242 4242 4242 4242');
    await expect(form.cvc).toHaveValue('737');
    if (!isSeparate) await expect(form.country).toHaveValue('CH');
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(lastIntent(recorder).paymentMethod).toMatchObject({
      billingDetails: { name: 'Mara Lindner', email: 'mara@example.com', address: { country: 'CH' } },
    });
  });

  test(`${layout}: on a page that has the widget in shadow roots of its own @engine`, async ({
    backend,
    form,
    host,
    open,
    page,
  }) => {
    const session = await openCardSession(backend);
    await open();
    await page.evaluate(() => {
      const outer = document.querySelector('#payment')!.attachShadow({ mode: 'closed' });
      const inner = outer.appendChild(document.createElement('section')).attachShadow({ mode: 'open' });
      Object.assign(window, { hostContainer: inner.appendChild(document.createElement('div')) });
    });
    const button = await host.addButton();
    await host.init({ userSessionToken: session.token, styling, inHostContainer: true });
    form.isSeparate = isSeparate;
    await expect(form.frames).toHaveCount(isSeparate ? 3 : 1);
    // Selectors cannot reach into a closed root, so the test moves to the name by keyboard and types it there.
    await form.number.click();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Mara Lindner');
    await form.fillCard();
    const field = await form.number.boundingBox();
    expect(field?.width).toBeGreaterThan(100);
    await button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    await host.destroy();
    await expect(form.frames).toHaveCount(0);
    expect(await page.evaluate(() => document.querySelector('#payment')!.childElementCount)).toBe(0);
  });
}

test('a shadow root with manual slot assignment is rejected, with a message that says what to do', async ({
  backend,
  host,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  await page.evaluate(() => {
    const root = document.querySelector('#payment')!.attachShadow({ mode: 'open', slotAssignment: 'manual' });
    Object.assign(window, { hostContainer: root.appendChild(document.createElement('div')) });
  });
  await host.init({ userSessionToken: session.token, inHostContainer: true, takesErrors: true });
  await expect
    .poll(async () => (await host.events()).filter(({ type }) => type === 'error'))
    .toMatchObject([
      { code: 'PSP_ERROR', message: expect.stringMatching(/by hand.*Use a container in the document/) },
    ]);
});

test("the host's own appearance and fonts reach the combined element, else the widget's own look", async ({
  backend,
  form,
  host,
  open,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await expect(form.number).toHaveCSS('border-color', 'rgb(122, 132, 153)');
  expect(await placeOf(form.number)).toEqual(await placeOf(form.holder));
  const fonts = [{ cssSrc: 'https://fonts.example/partner.css' }];
  const appearance = { variables: { colorBackground: 'rgb(1, 2, 3)' } };
  await host.update({ styling: { stripe: { appearance, fonts } } });
  await expect(form.document).toHaveAttribute('data-fonts', 'https://fonts.example/partner.css');
  await expect(form.number).toHaveCSS('background-color', 'rgb(1, 2, 3)');
});

for (const isSeparate of [false, true]) {
  test(`disableStripeLink reaches ${isSeparate ? 'the separate number field' : 'the combined element'}`, async ({
    backend,
    form,
    host,
    open,
  }) => {
    await open();
    for (const disableStripeLink of [false, true]) {
      const session = await openCardSession(backend);
      const styling = isSeparate ? { iframeFields: {} } : {};
      await host.init({ userSessionToken: session.token, styling, featureFlags: { disableStripeLink } });
      await expect(form.document).toHaveAttribute('data-link', String(!disableStripeLink));
      await host.destroy();
    }
  });
}

test('on a dark page the frames stay transparent: their colour scheme is that of the documents in them', async ({
  backend,
  form,
  host,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  await page.evaluate(() => {
    document.documentElement.style.background = 'rgb(15, 23, 42)';
    document.querySelector<HTMLElement>('#payment')!.style.setProperty('--upc-text', 'rgb(241, 245, 249)');
  });
  await host.init({ userSessionToken: session.token, styling: { iframeFields: {} } });
  form.isSeparate = true;
  await expect(form.number).toHaveCSS('color', 'rgb(241, 245, 249)');
  for (const frame of await form.frames.all()) await expect(frame).toHaveCSS('color-scheme', 'light');
});

test('a destroyed widget leaves nothing behind, and another one starts anew', async ({
  backend,
  form,
  host,
  network,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  for (const _round of [1, 2, 3]) {
    await host.init({ userSessionToken: session.token });
    await form.fill(stripeCards.success);
    await host.destroy();
    await host.destroy();
    await expect(form.frames).toHaveCount(0);
    expect(await page.evaluate(() => document.querySelector('#payment')!.innerHTML)).toBe('');
  }
  expect(network.asked.filter((address) => address.endsWith('stripe.js'))).toHaveLength(1);
});

test('a session without cards sends no request to Stripe', async ({
  backend,
  host,
  network,
  open,
  widget,
}) => {
  const session = await backend.openSession({ permittedPaymentChoices: ['SEPA', 'CREDIT_CARD'] });
  await open();
  await host.init({ userSessionToken: session.token });
  await widget.chooseMethod('SEPA Direct Debit');
  await expect(widget.root.getByLabel('IBAN')).toBeVisible();
  expect(network.asked).toEqual([]);
});

test('an error that appears while the button is pressed does not take the click away @engine', async ({
  backend,
  form,
  host,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  // The message takes two lines, which is more than half of the button's height.
  const wrong = 'This card number is not valid. Please check it for typos.';
  await page.setViewportSize({ width: 320, height: 900 });
  await open();
  await host.init({
    userSessionToken: session.token,
    styling: { iframeFields: {} },
    i18n: { 'error.card.number.wrong': wrong },
  });
  form.isSeparate = true;
  await form.number.fill('4242 4242 4242 4241');
  await form.button.hover();
  await page.mouse.down();
  await expect(page.getByRole('alert').getByText(wrong)).toBeVisible();
  await page.mouse.up();
  // Several details are wrong, and the summary lists them.
  await expect(page.locator('.summary')).toBeFocused();
  await expect(form.holder).toHaveAttribute('aria-invalid', 'true');
});
