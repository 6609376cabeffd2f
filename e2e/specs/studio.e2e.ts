import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, test } from '../support/fixtures.js';
import { customers, testKeys } from '../support/open-api.js';

/** Until the style of a page is loaded, its links are too small. */
async function expectPageAccessible(page: Page): Promise<void> {
  await page.waitForLoadState();
  await expectAccessible(page);
}

const tabNames = ['Payments', 'Contracts', 'Studio', 'Integrations', 'Staff'];

test('the studio page: an action with and one without confirmation, by clicks and by keyboard @core @engine', async ({
  page,
  stack,
}) => {
  const phoneBusiness = '+49301234567';
  await page.request.post(`${stack.serviceUrl}/v1/customers/${customers.mara}/self-service/contact-data`, {
    headers: { 'x-api-key': testKeys.eur },
    data: { phoneBusiness },
  });
  await page.goto(`${stack.serviceUrl}/studio`);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Contracts' }).click();
  await expect(page).toHaveURL(/\/studio\/contracts$/);

  const request = page.getByRole('listitem').filter({ hasText: phoneBusiness });
  await expect(request.getByText('Phone, business')).toBeVisible();
  await request.getByRole('button', { name: /^Approve/ }).click();
  const done = page.getByRole('status').filter({ hasText: 'Done: Approve a change of data' });
  await expect(done).toBeVisible();
  await expect(done).toBeFocused();
  await expect(page).toHaveURL(/\/studio\/contracts\?done=\d+$/);
  await expect(request).toBeHidden();
  await expectPageAccessible(page);

  await page.goto(`${stack.serviceUrl}/studio/integrations`);
  await page.getByLabel('Search').fill('read-only, none');
  await page.getByLabel('Search').press('Enter');
  await expect(page.getByText('Nothing was found for “read-only, none”.')).toBeVisible();
  await page.getByLabel('Search').fill('only reading');
  await page.getByRole('button', { name: 'Search' }).click();
  const integration = page.getByRole('listitem').filter({ hasText: 'EUR, only reading' });
  await expect(integration).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Search')).toHaveValue('only reading');
  await integration.getByRole('button', { name: /^Switch off/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Switch this integration off?' })).toBeVisible();
  await expect(page.locator('main')).toContainText('EUR, only reading');
  await expectPageAccessible(page);
  await page.getByRole('link', { name: 'Keep it on' }).click();
  await expect(integration.getByText('On', { exact: true })).toBeVisible();
  await integration.getByRole('button', { name: /^Switch off/ }).click();
  await page.getByRole('button', { name: 'Switch it off' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done: Switch an integration off' })).toBeVisible();
  await expect(page).toHaveURL(/\/studio\/integrations\?q=[^&]+&done=\d+$/);
  await expect(page).not.toHaveURL(/reading/);
  await expect(integration.getByText('Off', { exact: true })).toBeVisible();
  await integration.getByRole('button', { name: /^Switch on/ }).click();
  await expect(integration.getByText('On', { exact: true })).toBeVisible();
});

test('the studio page: a member is found by name, which is in no address; back and reload show the same', async ({
  page,
  stack,
}) => {
  await page.goto(`${stack.serviceUrl}/studio/contracts`);
  await page.getByLabel('Search').fill('Lindner');
  await page.getByLabel('Search').press('Enter');
  const found = page.getByRole('region', { name: 'Customers' });
  await expect(found.getByRole('link', { name: 'Mara Lindner' })).toBeVisible();
  await expect(page).not.toHaveURL(/lindner/i);
  await expectPageAccessible(page);
  await found.getByRole('link', { name: 'Mara Lindner' }).click();
  await expect(page).toHaveURL(new RegExp(`/studio/contracts\\?customer=${customers.mara}$`));
  await page.goBack();
  await page.reload();
  await expect(found.getByRole('link', { name: 'Mara Lindner' })).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('Lindner');
});

test('the studio page: a refused form keeps what was typed; the language can be chosen; every tab fits a phone', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${stack.serviceUrl}/studio/staff`);
  await page.getByRole('link', { name: 'Cancel a contract' }).click();
  await page.getByLabel('Contract number').fill('1');
  await page.getByLabel('On behalf of').selectOption('Studio');
  await page.getByLabel('Reason').fill('The member has moved.');
  await page.getByRole('button', { name: 'Cancel the contract' }).click();
  await page.getByRole('button', { name: 'Cancel the contract' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was changed.');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByLabel('Reason')).toHaveValue('The member has moved.');
  await expectPageAccessible(page);
  await page.getByRole('link', { name: 'Back' }).click();

  for (const name of tabNames) {
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();
    await expect(page).toHaveTitle(`${name} – Studio`);
    await expectPageAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320);
  }
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.getByRole('link', { name: 'Vertrag kündigen' }).click();
  await expect(page.getByRole('heading', { name: 'Vertrag kündigen' })).toBeVisible();
});

test('the studio page: a payment link is created for a member, copied, saved as a QR code and cancelled', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.addInitScript(() => {
    const writeText = async (text: string) => {
      document.body.dataset.copiedText = text;
    };
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await page.goto(`${stack.serviceUrl}/studio/contracts?customer=${customers.mara}`);
  await page
    .getByRole('link', { name: /^Create a payment link/ })
    .first()
    .click();
  await expect(page.getByLabel('Customer number')).toHaveValue(String(customers.mara));
  await page
    .getByLabel('What the link is for')
    .selectOption('New payment method, then payment of the account');
  await expectPageAccessible(page);
  await page.getByRole('button', { name: 'Create a payment link' }).click();

  const address = page.locator('code').filter({ hasText: '/pay#' });
  await expect(address).toHaveText(/\/pay#[A-Za-z0-9]{54}$/);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied.' })).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-copied-text', (await address.textContent()) ?? '');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the QR code' }).click();
  expect((await download).suggestedFilename()).toBe('payment-link.svg');
  await expectPageAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.getByRole('link', { name: 'I have copied it' }).click();
  const links = page.getByRole('region', { name: 'Payment links' });
  await expect(links.getByText('Open', { exact: true }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^Cancel the link/ })
    .first()
    .click();
  await expect(page.locator('main')).toContainText(`${customers.mara}, Mara Lindner`);
  await page.getByRole('button', { name: 'Cancel the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Done: Cancel a payment link' })).toBeVisible();
});
