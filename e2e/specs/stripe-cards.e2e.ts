import { openCardSession } from '../support/card-form.js';
import { customers } from '../support/open-api.js';
import { expectNoCardData } from '../support/stripe/card-canaries.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { confirmationsOf, lastIntent } from '../support/stripe/recorded.js';
import { placeOf, stripeCards } from '../support/stripe/stripe-card-form.js';

test('a member pays by card through Stripe, and the usage captures it @core', async ({
  backend,
  canaries,
  form,
  host,
  network,
  open,
  page,
  recorder,
  stack,
}) => {
  const session = await openCardSession(backend, { customerId: customers.mara });
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill(stripeCards.success, 'Zoë Canary');
  await form.button.click();

  await expect.poll(() => host.tokens()).toHaveLength(1);
  const intent = lastIntent(recorder);
  expect(intent).toMatchObject({ status: 'requires_capture', amount: 2500, currency: 'eur' });
  expect(confirmationsOf(recorder, intent)).toHaveLength(1);
  expect((await host.events()).find(({ type }) => type === 'success')).toMatchObject({
    details: { creditCard: { brand: 'visa', cardNumber: expect.stringMatching(/4242$/) } },
  });
  expect(network.asked.filter((address) => address.endsWith('.js'))).toEqual([
    'https://js.stripe.com/endive/stripe.js',
  ]);
  const [token = ''] = await host.tokens();
  expect(await backend.payAccount(customers.mara, token, 20)).toMatchObject({ status: 200 });
  expect(lastIntent(recorder)).toMatchObject({ status: 'succeeded' });

  await expectNoCardData(page, canaries, stack, [
    intent.clientSecret,
    recorder.secretKey,
    session.token,
    token,
  ]);
  canaries.expectQuiet();
});

test('a card is collected without a payment', async ({ backend, form, host, open, recorder }) => {
  const session = await openCardSession(backend, {
    customerId: customers.jonas,
    scope: 'MEMBER_ACCOUNT',
    amount: 0,
  });
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(lastIntent(recorder)).toMatchObject({ kind: 'setup_intent', status: 'succeeded' });
});

for (const [saves, usage] of [
  [true, 'off_session'],
  [false, null],
] as const) {
  test(`a card that is ${saves ? '' : 'not '}to be saved: the fields and the intent agree`, async ({
    backend,
    form,
    host,
    open,
    recorder,
    widget,
  }) => {
    const session = await openCardSession(backend, { customerId: customers.mara });
    await open();
    await host.init({ userSessionToken: session.token });
    await form.fill();
    await widget.root.getByRole('checkbox', { name: /Save this payment method/ }).setChecked(saves);
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(lastIntent(recorder)).toMatchObject({ futureUsage: usage });
  });
}

test('number, expiry and security code in frames of their own, aligned with our field', async ({
  backend,
  canaries,
  form,
  host,
  open,
  page,
  stack,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({
    userSessionToken: session.token,
    styling: {
      iframeFields: {
        base: { color: 'rgb(0, 0, 255)', backgroundColor: 'rgb(240, 255, 240)' },
        error: { color: 'rgb(255, 0, 0)' },
        validated: { color: 'rgb(0, 128, 0)' },
        placeholder: { color: 'rgb(1, 2, 3)' },
      },
    },
  });
  form.isSeparate = true;
  await expect(form.cvc).toBeVisible();
  await expect(form.frames).toHaveCount(3);
  await form.holder.fill('Mara Lindner');
  await form.button.click();
  const message = page.getByRole('alert').getByText('Enter the full card number.');
  await expect(message).toBeVisible();
  await page.getByRole('link', { name: 'Enter the full card number.' }).click();
  await expect(form.number).toBeFocused();

  await form.number.pressSequentially('4242');
  await expect(form.number).toHaveCSS('color', 'rgb(0, 0, 255)');
  const box = form.frames.first().locator('xpath=../..');
  expect(await placeOf(box)).toEqual(await placeOf(form.holder));
  await expect(box).toHaveCSS('background-color', 'rgb(240, 255, 240)');

  await form.fillCard();
  await expect(message).toBeHidden();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await expectNoCardData(page, canaries, stack, [session.token]);
  canaries.expectQuiet();
});

for (const [name, number, message] of [
  ['declined', stripeCards.declined, /declined/i],
  ['without cover', stripeCards.noFunds, /enough money/i],
] as const) {
  test(`a card ${name} is refused with a way on`, async ({ backend, form, host, open }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    await form.fill(number);
    await form.button.click();
    await expect(form.notice).toContainText(message);
    await expect(form.holder).toHaveValue('Mara Lindner');
    expect(await host.tokens()).toEqual([]);
    await form.fillCard();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('wrong card details are reported in the frame and nothing is sent', async ({
  backend,
  form,
  host,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token, takesErrors: true });
  await form.fill('4242424242424241');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await form.button.click();
  await expect(form.error('Your card number is invalid.')).toBeVisible();
  await expect(form.number).toBeFocused();
  expect((await host.events()).filter(({ type }) => type === 'error')).toMatchObject([
    { code: 'VALIDATION_ERROR' },
  ]);
  expect(sent).toEqual([]);
});

test('two clicks are one payment', async ({ backend, form, host, open, recorder }) => {
  const before = recorder.intents().length;
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill();
  await form.button.dblclick();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(recorder.intents()).toHaveLength(before + 1);
  expect(confirmationsOf(recorder, lastIntent(recorder))).toHaveLength(1);
});
