import { expectAccessible } from '../support/accessibility.js';
import { BacsForm, ukAccounts } from '../support/bacs-form.js';
import { countOf, recordCalls } from '../support/faults.js';
import { expect, test } from '../support/fixtures.js';
import { MandateDownload } from '../support/mandate-download.js';
import { customers, PartnerBackend, testKeys } from '../support/open-api.js';
import type { HostPage, PlainConfig } from '../support/host-page.js';
import type { Stack } from '../support/stack.js';

async function openBacs(stack: Stack, host: HostPage, config: Partial<PlainConfig> = {}): Promise<string> {
  const { token } = await new PartnerBackend(stack.serviceUrl, testKeys.gbp).openSession({
    permittedPaymentChoices: ['BACS'],
  });
  await host.init({ userSessionToken: token, countryCode: 'GB', ...config });
  return token;
}

test('a member checks, signs, takes the mandate along and is done', async ({
  canaries,
  host,
  open,
  page,
  stack,
  widget,
}) => {
  await open();
  const token = await openBacs(stack, host);
  const form = new BacsForm(widget);
  const download = new MandateDownload(widget);
  await form.fill({ holder: 'Zoë Canary' });
  await expectAccessible(page);
  await form.check.click();

  await expect(form.reviewTitle).toBeFocused();
  await expect(widget.text('10\u201188\u201100')).toBeVisible();
  await expect(widget.text('The Direct Debit Guarantee').first()).toBeVisible();
  await expectAccessible(page);
  await form.sign.click();

  await expect(download.title).toBeVisible();
  await download.expectPdf();
  await expectAccessible(page);
  expect(await host.tokens()).toEqual([]);
  await download.goOn.click();

  await expect(widget.success).toBeVisible();
  const success = (await host.events()).find((event) => event.type === 'success');
  expect(success).toMatchObject({
    details: {
      bacs: {
        accountHolder: 'Zoë Canary',
        mandateId: expect.stringMatching(/./),
        directDebitPdfFormUrl: expect.stringMatching(/^https?:/),
      },
    },
  });
  expect(JSON.stringify(success)).not.toContain(ukAccounts.success);
  await canaries.expectNoTraceOf([token, 'Zoë Canary']);
  canaries.expectQuiet();
});

test('Enter never skips the page to check @engine', async ({ host, open, page, stack, widget }) => {
  const calls = recordCalls(page);
  await open();
  await openBacs(stack, host);
  const form = new BacsForm(widget);
  await form.fill();
  await form.accountNumber.focus();
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('Enter');
  await expect(form.reviewTitle).toBeFocused();
  await page.keyboard.press('Enter');
  expect(countOf(calls, 'POST /payments')).toBe(0);
});

test('by keyboard alone @engine', async ({ host, open, page, stack, widget }) => {
  await open();
  await openBacs(stack, host);
  const form = new BacsForm(widget);
  await form.fill();
  await form.soleAuthority.focus();
  await page.keyboard.press('Tab');
  await expect(form.check).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.reviewTitle).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.change).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.sign).toBeFocused();
  await page.keyboard.press('Enter');
  const download = new MandateDownload(widget);
  await expect(download.title).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(download.link).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('what was typed can be changed on the page to check', async ({ host, open, stack, widget }) => {
  await open();
  await openBacs(stack, host);
  const form = new BacsForm(widget);
  await form.fill();
  await form.check.click();
  await form.change.click();
  await expect(form.holder).toBeFocused();
  await expect(form.sortCode).toHaveValue('10-88-00');
  await form.holder.fill('Imogen Clarke-Hughes');
  await form.check.click();
  await expect(widget.text('Imogen Clarke-Hughes')).toBeVisible();
});

test('an account that the bank does not know leaves a way on', async ({ host, open, stack, widget }) => {
  await open();
  await openBacs(stack, host);
  const form = new BacsForm(widget);
  await form.fill({ accountNumber: ukAccounts.invalid });
  await form.check.click();
  await form.sign.click();
  await expect(widget.root.locator('.notice')).toBeVisible();
  await expect(form.accountNumber).toHaveValue(ukAccounts.invalid);
});

test('without enableMandateDownload success comes at once', async ({ host, open, stack, widget }) => {
  await open();
  await openBacs(stack, host, { featureFlags: { enableMandateDownload: false } });
  const form = new BacsForm(widget);
  await form.fill();
  await form.check.click();
  await form.sign.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('a stored account is found again, masked, and gives a token without being asked for anything', async ({
  host,
  open,
  page,
  stack,
  widget,
}) => {
  const backend = new PartnerBackend(stack.serviceUrl, testKeys.gbp);
  const customerId = customers.gwen;
  const collect = await backend.openSession({ customerId, permittedPaymentChoices: ['BACS'] });
  await open();
  await host.init({
    userSessionToken: collect.token,
    countryCode: 'GB',
    featureFlags: { enableMandateDownload: false },
  });
  const form = new BacsForm(widget);
  await form.fill({ holder: 'Stored Clarke' });
  await form.check.click();
  await form.sign.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  const [collected = ''] = await host.tokens();
  expect((await backend.replaceInstrument(customerId, collected)).status).toBe(200);

  const calls = recordCalls(page);
  const pay = await backend.openSession({ customerId, scope: 'ECOM', amount: 12.5 });
  await open();
  await host.init({ userSessionToken: pay.token, countryCode: 'GB' });
  const stored = widget.root.getByRole('radio', { name: /2345.*Stored Clarke/ });
  await stored.check();
  await expect(widget.root).not.toContainText(ukAccounts.success);
  await widget.button('Pay £12.50').click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
  expect(countOf(calls, 'POST /payments')).toBe(1);
  expect(countOf(calls, 'PUT /authentication')).toBe(0);
});
