import { expect, test } from '../support/fixtures.js';

test('the API reference fits a phone, also with an operation open, and is dark on a dark system', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${stack.serviceUrl}/open-api`);
  await expect(page).toHaveTitle('UPC Open API reference');
  for (const name of [/^post.*user-session/i, /^get.*membership-offers Lists/i]) {
    const operation = page.getByRole('button', { name }).first();
    // The viewer renders only what is near the visible part of the page.
    await expect(async () => {
      if ((await operation.count()) === 0) await page.mouse.wheel(0, 500);
      await expect(operation).toBeVisible({ timeout: 300 });
    }).toPass({ intervals: [50] });
    await operation.click();
    await expect(page.getByText('Responses', { exact: true }).first()).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }

  const root = page.locator('html');
  await expect(root).toHaveCSS('color-scheme', 'normal');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveCSS('color-scheme', 'dark');
});
