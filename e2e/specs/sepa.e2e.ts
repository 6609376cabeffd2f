import { customers } from '../support/open-api.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { builds, expect, test } from '../support/fixtures.js';

for (const build of builds) {
  test(`a member sets how to pay, and finds it again in the next session (${build}) @core`, async ({
    backend,
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    const session = await openSepaSession(backend, {
      customerId: customers.mara,
      showExistingPaymentInstruments: false,
    });
    await open(build);
    await host.init({ userSessionToken: session.token });
    const form = new SepaForm(widget);
    await form.fill({ holder: 'Zoë Canary' });
    await expect(form.iban).toHaveAccessibleDescription('Commerzbank');
    await form.button.click();

    await expect(widget.success).toContainText('Payment method saved');
    const [token = ''] = await host.tokens();
    expect(token).toMatch(/^[A-Za-z0-9]{54}$/);
    const success = (await host.events()).find((event) => event.type === 'success');
    expect(success).toMatchObject({
      details: { sepa: { bankAccountDetails: { accountHolder: 'Zoë Canary' } } },
      instrument: expect.stringMatching(/./),
    });
    expect(JSON.stringify(success)).not.toContain(ibans.success);

    expect(await backend.replaceInstrument(customers.mara, token)).toMatchObject({ status: 200 });
    // Repeating the same request returns the same result.
    expect(await backend.replaceInstrument(customers.mara, token)).toMatchObject({ status: 200 });

    const next = await openSepaSession(backend, { customerId: customers.mara, scope: 'ECOM', amount: 5.5 });
    await open(build);
    await host.init({ userSessionToken: next.token });
    await expect(widget.root.getByRole('radio').first()).toBeVisible();
    await expect(widget.text(/Zoë Canary/).first()).toBeVisible();

    await canaries.expectNoTraceOf([session.token, next.token, token, ibans.success, 'Zoë Canary']);
    canaries.expectQuiet();
    await page.close();
  });
}

test('a member pays open fees with a stored instrument', async ({ backend, host, open, widget }) => {
  const collect = await openSepaSession(backend, {
    customerId: customers.jonas,
    showExistingPaymentInstruments: false,
  });
  await open();
  await host.init({ userSessionToken: collect.token });
  const form = new SepaForm(widget);
  await form.fill({ holder: 'Jonas Okafor' });
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [collected = ''] = await host.tokens();
  expect((await backend.replaceInstrument(customers.jonas, collected)).status).toBe(200);

  const pay = await openSepaSession(backend, { customerId: customers.jonas, scope: 'ECOM', amount: 10 });
  await open();
  await host.init({ userSessionToken: pay.token });
  await widget.root.getByRole('radio').first().check();
  await widget.button(/^Pay .*10\.00/).click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [token = ''] = await host.tokens();
  expect((await backend.payAccount(customers.jonas, token, 10)).status).toBe(200);
});

test('a bank that refuses leaves a way on, and what was typed @core', async ({
  backend,
  host,
  open,
  widget,
}) => {
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill({ iban: ibans.refused });
  await form.button.click();

  await expect(widget.text(/Nothing has been charged/).first()).toBeVisible();
  await expect(form.holder).toHaveValue('Mara Lindner');
  expect(await host.tokens()).toEqual([]);

  await form.iban.fill(ibans.success);
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a session whose token was obtained gives that token again', async ({ backend, host, open, widget }) => {
  const session = await openSepaSession(backend);
  await open();
  await host.init({ userSessionToken: session.token });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [first] = await host.tokens();

  await open();
  await host.init({ userSessionToken: session.token });
  await expect.poll(() => host.tokens()).toEqual([first]);
});
