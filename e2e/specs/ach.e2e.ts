import { expectAccessible } from '../support/accessibility.js';
import { AchForm, usAccounts } from '../support/ach-form.js';
import { expect, test } from '../support/fixtures.js';
import type { HostPage } from '../support/host-page.js';
import { MandateDownload } from '../support/mandate-download.js';
import { PartnerBackend, testKeys } from '../support/open-api.js';
import type { Stack } from '../support/stack.js';

async function openAch(stack: Stack, host: HostPage): Promise<void> {
  const { token } = await new PartnerBackend(stack.serviceUrl, testKeys.usd).openSession({
    permittedPaymentChoices: ['ACH'],
  });
  await host.init({ userSessionToken: token, countryCode: 'US' });
}

test('a member authorises the debit and takes the mandate along @core', async ({
  canaries,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  await open('npm');
  await openAch(stack, host);
  const form = new AchForm(widget);
  await form.fill();
  await form.accountType.selectOption('SAVINGS');
  await expectAccessible(page);
  await form.button.click();

  const download = new MandateDownload(widget);
  await expect(download.title).toBeVisible();
  await download.expectPdf();
  await download.goOn.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const success = (await host.events()).find((event) => event.type === 'success');
  expect(success).toMatchObject({ details: { ach: { accountHolder: 'Dana Brooks' } } });
  expect(JSON.stringify(success)).not.toContain(usAccounts.success);
  canaries.expectQuiet();
});

test('an account that does not exist leaves a way on', async ({ host, open, stack, widget }) => {
  await open();
  await openAch(stack, host);
  const form = new AchForm(widget);
  await form.fill({ accountNumber: usAccounts.none });
  await form.button.click();
  await expect(widget.root.locator('.notice')).toBeVisible();
  expect(await host.tokens()).toEqual([]);
});
