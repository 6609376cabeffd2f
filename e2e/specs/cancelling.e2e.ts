import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, test } from '../support/demo-fixtures.js';

test.use({ viewport: { width: 360, height: 740 } });

test('a member cancels a contract without an account, by keyboard, and keeps the acknowledgement @core @engine', async ({
  demoUrl,
  page,
}) => {
  await page.goto(demoUrl);
  await page.getByRole('link', { name: 'Cancel contracts here' }).click();
  await expect(page).toHaveTitle('Cancel a contract – Northside Gym Berlin');
  await expect(page).toHaveURL(/\/contracts\/cancel\/1001\?lang=en-GB$/);
  await expectFits(page);
  await expectAccessible(page);

  await page.getByRole('radio', { name: /^Ordinary cancellation/ }).focus();
  await page.keyboard.press('ArrowDown');
  await typeInto(page, 'Reason', '');
  await typeInto(page, 'First and last name', 'mara  LINDNER');
  await typeInto(page, 'Contract number', '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Your cancellation has not been sent yet – Cancel a contract');
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(
    'Only needed for an extraordinary cancellation Enter the reason for your extraordinary cancellation.',
  );
  await expect(page.getByLabel('First and last name')).toHaveValue('mara LINDNER');
  await expectFits(page);
  await expectAccessible(page);

  await page.keyboard.type('I move <away>.');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('First and last name')).toBeFocused();
  await typeInto(page, 'Contract number', '599 001');
  await typeInto(page, 'Email', 'mara.lindner@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('Confirmation of receipt of your cancellation');
  const facts = page.getByRole('definition');
  await expect(facts.nth(0)).toHaveText('Extraordinary cancellation');
  await expect(facts.nth(1)).toHaveText('I move <away>.');
  await expect(facts.nth(5)).toHaveText('At the earliest possible date');
  await expect(facts.nth(6)).toHaveText(/\d{4} at \d\d:\d\d:\d\d/);
  await expectFits(page);
  await expectAccessible(page);

  const button = page.getByRole('button', { name: 'Download as PDF' });
  await button.focus();
  const [pdf] = await Promise.all([
    page.waitForResponse(/\/contracts\/declarations\/pdf$/),
    page.keyboard.press('Enter'),
  ]);
  const headers = pdf.headers();
  expect(headers['content-type']).toBe('application/pdf');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="cancellation-\d+\.pdf"$/);
});

test('a member withdraws from a contract without an account, by keyboard @core @engine', async ({
  demoUrl,
  page,
}) => {
  await page.goto(demoUrl);
  await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
  await expect(page).toHaveTitle('Withdraw from a contract – Northside Gym Berlin');
  await expectFits(page);
  await expectAccessible(page);

  await typeInto(page, 'First and last name', 'Mara Lindner');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Your withdrawal has not been sent yet – Withdraw from a contract');
  await expect(page.getByLabel('Contract number')).toBeFocused();
  await expectFits(page);
  await expectAccessible(page);

  await page.keyboard.type('599 001');
  await typeInto(page, 'Email', 'mara.lindner@example.com');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /^Remove my stored accounts and cards/ })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Confirm withdrawal' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading')).toHaveText('Confirmation of receipt of your withdrawal');
  const facts = page.getByRole('definition');
  await expect(facts.nth(0)).toHaveText('I withdraw from the contract named here.');
  await expect(facts.nth(4)).toHaveText('They are to be removed.');
  await expect(facts.nth(5)).toHaveText(/\d{4} at \d\d:\d\d:\d\d/);
  await expectFits(page);
  await expectAccessible(page);
});

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.type(text);
}

async function expectFits(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beyond).toBeLessThanOrEqual(0);
}
