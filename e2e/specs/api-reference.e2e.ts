import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { expect, test } from '../support/fixtures.js';

/** Operations that are shown: axe takes minutes for all of them. */
const SHOWN = ['/v1/payments/user-session', '/v1/studios/information'];

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

/** Opens one of each kind: a success, a refusal, fields in fields, and the address. axe would need minutes for all of them. */
async function openAll(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const closed = { expanded: false } as const;
  await main
    .getByRole('button', { name: /^200\b/, ...closed })
    .last()
    .click();
  await main
    .getByRole('button', { name: /^400\b/, ...closed })
    .first()
    .click();
  const field = (name: string) => main.getByRole('button', { name, exact: true, ...closed });
  await field('openingHoursCategories').click();
  await field('openingHours').last().click();
  await main.getByRole('button', { name: '/v1/payments/user-session', ...closed }).click();
}

/** Returns by how much something is wider than the page, which may also cut it off. */
const overflow = async (page: Page) =>
  page.evaluate(() => {
    const cells = [...document.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect().right);
    return Math.max(document.documentElement.scrollWidth, ...cells) - window.innerWidth;
  });

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
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expectAccessible(page, { within: '.menu-content' });
    await page.getByRole('menuitem', { name: 'Payments' }).press('Enter');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  test('shows in forced colours what is chosen and where the focus is', async ({ page, stack }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openReference(page, stack.serviceUrl);
    const tab = (selected: boolean) => page.getByRole('tab', { selected }).last();
    const ground = await tab(false).evaluate((other) => getComputedStyle(other).backgroundColor);
    await expect(tab(true)).not.toHaveCSS('background-color', ground);
    await page.getByRole('textbox', { name: 'Search' }).press('Tab');
    for (const place of ['textbox', 'tab'] as const) {
      const element = page.getByRole(place).first();
      await element.focus();
      await expect(element).toHaveCSS('outline-style', 'solid');
    }
  });

  test('follows the system when it becomes dark', async ({ page, stack }) => {
    await openReference(page, stack.serviceUrl);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
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
