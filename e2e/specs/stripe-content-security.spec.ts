import { openCardSession } from '../support/card-form.js';
import { doors } from '../support/fixtures.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { stripeCards } from '../support/stripe/stripe-card-form.js';

for (const door of doors) {
  test(`cards, a challenge and separate fields under the policy for Stripe, with Trusted Types (${door})`, async ({
    backend,
    canaries,
    form,
    host,
    open,
    page,
  }) => {
    const reports = await page
      .context()
      .newPage()
      .then((one) => one.close())
      .then(() => watchReports(page));
    const session = await openCardSession(backend);
    await open(door);
    await host.init({ userSessionToken: session.token });
    await form.fill(stripeCards.modal);
    await form.button.click();
    await form.answerChallenge('Complete authentication');
    await expect.poll(() => host.tokens()).toHaveLength(1);
    await host.destroy();
    const another = await openCardSession(backend);
    await host.init({ userSessionToken: another.token, styling: { iframeFields: {} } });
    form.isSeparate = true;
    await expect(form.cvc).toBeVisible();
    expect(await reports()).toEqual([]);
    canaries.expectQuiet();
  });
}

test('a page whose policy leaves Stripe out says that the fields are blocked, and pays otherwise', async ({
  backend,
  form,
  host,
  network,
  page,
  stack,
}) => {
  const session = await openCardSession(backend, { permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] });
  await page.goto(stack.partner.serveUnderPolicyWithoutStripe('/without-stripe'));
  await host.init({ userSessionToken: session.token });
  await page.getByRole('radio', { name: 'Card' }).check();
  await expect(form.notice).toContainText(/could not be loaded/);
  expect(network.asked).toEqual([]);
});
