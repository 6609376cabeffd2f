import { customers } from '../support/open-api.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { expect, test } from '../support/fixtures.js';

test('a stored account is removed after a second question, and is still gone after a reload @core', async ({
  backend,
  canaries,
  host,
  open,
  page,
  widget,
}) => {
  const customerId = customers.jonas;
  const paying = await openSepaSession(backend, { customerId, scope: 'ECOM', amount: 10 });
  await open();
  // The session does not exclude it, so the box is ticked and the account is saved.
  await host.init({ userSessionToken: paying.token });
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill({ holder: 'Zoë Canary' });
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [paid = ''] = await host.tokens();
  expect((await backend.payAccount(customerId, paid, 10)).status).toBe(200);

  const { token } = await openSepaSession(backend, { customerId, scope: 'ECOM', amount: 5.5 });
  const removals: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'DELETE') removals.push(response.status());
  });
  const show = async () => {
    await open();
    await host.init({ userSessionToken: token });
  };
  await show();
  const account = widget.root.getByRole('radio', { name: /Zoë Canary/ });
  const question = widget.text('Remove this payment method?');
  await account.check();
  await widget.button('Remove').click();
  await expect(question).toBeFocused();

  await widget.button('Keep').click();
  await expect(question).toHaveCount(0);
  await expect(widget.button('Remove')).toBeFocused();
  await expect(account).toBeChecked();
  expect(removals).toEqual([]);

  // This continues by keyboard, from the current focus.
  await page.keyboard.press('Enter');
  await expect(question).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(widget.button('Remove')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(account).toHaveCount(0);
  const left = widget.root.locator('form, input[type=radio]').first();
  await expect(left).toBeVisible();

  await show();
  await expect(left).toBeVisible();
  await expect(widget.text(/Zoë Canary/)).toHaveCount(0);
  expect(removals).toEqual([204]);
  await canaries.expectNoTraceOf([paying.token, paid, token, ibans.success, 'Zoë Canary']);
  canaries.expectQuiet();
});
