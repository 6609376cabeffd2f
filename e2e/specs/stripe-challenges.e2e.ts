import { openCardSession } from '../support/card-form.js';
import { expect, test } from '../support/stripe/fixtures.js';
import { lastIntent } from '../support/stripe/recorded.js';
import { stripeCards } from '../support/stripe/stripe-card-form.js';

test("3-D Secure in Stripe's modal: nothing of ours covers it or holds the focus @engine", async ({
  backend,
  form,
  host,
  open,
  page,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill(stripeCards.modal);
  await form.button.click();
  const close = form.challenge.getByRole('button', { name: 'Close' });
  await expect(close).toBeVisible();
  expect(
    await page.evaluate(() => {
      const roots = [
        document,
        ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
      ];
      return roots.flatMap((root) => [...root.querySelectorAll(':modal, :popover-open, [inert]')]).length;
    }),
  ).toBe(0);
  // The button must also be clickable; the steps below use only the keyboard.
  await close.click({ trial: true });
  await close.focus();
  await expect(close).toBeFocused();
  await form.answerChallenge('Complete authentication');
  await expect.poll(() => host.tokens()).toHaveLength(1);
  await expect(form.challenge).toHaveCount(0);
});

for (const [name, card, act] of [
  ['failed', stripeCards.modal, 'Fail authentication'],
  ['closed', stripeCards.modal, 'Close'],
  ['completed, and the card refused', stripeCards.refusedAfterChallenge, 'Complete authentication'],
] as const) {
  test(`a challenge that is ${name} ends with a way on`, async ({ backend, form, host, open }) => {
    const session = await openCardSession(backend);
    await open();
    await host.init({ userSessionToken: session.token });
    await form.fill(card);
    await form.button.click();
    if (act === 'Close') await form.challenge.getByRole('button', { name: 'Close' }).click();
    else await form.answerChallenge(act);
    await expect(form.notice).toBeVisible();
    expect(await host.tokens()).toEqual([]);
    await form.fillCard();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}

test('a reload during the challenge: the payment is found again, and can be given up for another', async ({
  backend,
  form,
  host,
  open,
  recorder,
  widget,
}) => {
  const session = await openCardSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  await form.fill(stripeCards.modal);
  await form.button.click();
  await expect(form.challenge).toBeVisible();
  const abandoned = lastIntent(recorder);
  await open();
  await host.init({ userSessionToken: session.token });
  await widget.button('Cancel payment').click();
  await widget.root.getByRole('radio', { name: 'Card' }).click();
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(recorder.intent(abandoned.id).status).toBe('canceled');
});

for (const [button, told] of [
  ['Authorize test payment', undefined],
  ['Fail test payment', /could not verify|declined/i],
] as const) {
  test(`3-D Secure by redirect, "${button}": back with an address of the page's own`, async ({
    backend,
    form,
    host,
    open,
    page,
    recorder,
    stack,
  }) => {
    const session = await openCardSession(backend);
    await open();
    const address = `${page.url()}?studio=1#pay`;
    await page.goto(address);
    await host.init({ userSessionToken: session.token });
    await form.fill(stripeCards.redirect);
    await form.button.click();
    await page.getByRole('button', { name: button }).click();
    await page.waitForURL(
      (url) => url.origin === stack.partner.url && url.searchParams.has('redirect_status'),
    );
    await host.init({ userSessionToken: session.token });
    if (told) await expect(form.notice).toContainText(told);
    else await expect.poll(() => host.tokens()).toHaveLength(1);
    expect(page.url()).toBe(address);
    const { clientSecret } = lastIntent(recorder);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(kept).not.toContain(clientSecret);
    expect(stack.serviceLog()).not.toContain(clientSecret);
  });
}
