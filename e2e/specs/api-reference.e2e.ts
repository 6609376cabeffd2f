import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, test } from '../support/fixtures.js';

/** Operations that are shown: axe takes minutes for all of them. */
const SHOWN = ['/v1/payments/user-session', '/v1/memberships/membership-offers'];

/** Opens the API reference with the first operations of the description, and waits until they are shown. */
async function openReference(page: Page, serviceUrl: string): Promise<void> {
  await page.route('**/openapi.json', async (route) => {
    const response = await route.fetch();
    const { paths, ...rest } = (await response.json()) as { readonly paths: Record<string, unknown> };
    const shown = Object.fromEntries(SHOWN.map((path) => [path, paths[path]]));
    await route.fulfill({ json: { ...rest, paths: shown } });
  });
  await page.goto(`${serviceUrl}/open-api`);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens every response of the operations, and the first nested fields. */
async function openAll(page: Page): Promise<void> {
  const responses = page.getByRole('button', { name: /^[245]\d\d\b/, expanded: false });
  while ((await responses.count()) > 0) await responses.first().click();
  await page
    .getByRole('button', { name: /^expand / })
    .first()
    .click();
}

const overflow = async (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

test.describe('the API reference', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible, and loads its own files only, ${colorScheme}`, async ({ page, stack }) => {
      const problems: string[] = [];
      const addresses: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('request', (request) => addresses.push(request.url()));
      await page.emulateMedia({ colorScheme });
      await openReference(page, stack.serviceUrl);
      await expect(page).toHaveTitle('UPC Open API reference');
      await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
      await openAll(page);
      await page.getByRole('textbox', { name: 'Search' }).fill('session');
      await expect(page.getByRole('search').getByRole('menuitem').first()).toBeVisible();
      await expectAccessible(page);
      expect(problems).toEqual([]);
      const own = [stack.serviceUrl, `blob:${stack.serviceUrl}`];
      expect(addresses.filter((address) => !own.some((start) => address.startsWith(start)))).toEqual([]);
      for (const link of await page.getByRole('link').all())
        expect(await link.getAttribute('href')).not.toContain('redoc');
    });

  test('fits a phone and is accessible there, and a keyboard opens its menu', async ({ page, stack }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await openReference(page, stack.serviceUrl);
    await openAll(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);

    const menu = page.getByRole('button', { name: 'Menu' });
    await expect(menu).toHaveAttribute('aria-expanded', 'false');
    await menu.press('Enter');
    await expect(menu).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('menuitem', { name: 'Payments' }).press('Enter');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test('follows the system when it becomes dark', async ({ page, stack }) => {
    await openReference(page, stack.serviceUrl);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  });

  test('shows every operation and webhook', async ({ page, stack }) => {
    await page.goto(`${stack.serviceUrl}/open-api`);
    type Paths = Readonly<Record<string, object>>;
    const description = await page.request.get(`${stack.serviceUrl}/openapi.json`);
    const { paths, webhooks } = (await description.json()) as {
      readonly paths: Paths;
      readonly webhooks: Paths;
    };
    const operations = Object.values({ ...paths, ...webhooks }).flatMap((methods) => Object.keys(methods));
    await expect(page.locator('[id^="operation/"]')).toHaveCount(operations.length, { timeout: 60_000 });
  });
});
