import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type * as testing from '../../dist/testing/index.js';
import { builds, expect, test } from '../support/fixtures.js';
import { root } from '../support/process.js';

declare const paymentWidgetTesting: typeof testing;

/* The test kit as Playwright runs it: on a page with the built widget, under the strict policy. */

/** Records requests to the gateway and the provider. */
function watch(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/|\/frames\//.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test.beforeEach(({ page }) => page.addInitScript({ path: join(root, 'dist/testing/script.js') }));

for (const build of builds) {
  test(`${build}: a card is typed into plain fields, refused by its number, and nothing is sent`, async ({
    canaries,
    host,
    open,
    page,
    widget,
  }) => {
    await page.addInitScript(
      () => void paymentWidgetTesting.mockGateway({ methods: ['CREDIT_CARD'], amount: 25 }),
    );
    const asked = watch(page);
    await open(build);
    await host.init({ userSessionToken: 'any-token' });
    await page.getByLabel('Name on the card').fill('Mara Lindner');
    await page.getByLabel('Card number').fill('4000 0000 0000 0002');
    await page.getByLabel('Expiry date').fill('12/40');
    await page.getByLabel('Security code').fill('123');
    await widget.button(/^Pay/).click();
    await expect(page.getByText('Your bank declined the payment.').last()).toBeVisible();
    await page.getByLabel('Card number').fill('4242 4242 4242 4242');
    await widget.button(/^Pay/).click();
    await expect.poll(() => host.tokens()).toEqual(['test-payment-request-token']);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(asked).toEqual([]);
    canaries.expectQuiet();
  });
}

test('environment live is refused', async ({ host, open, page }) => {
  await page.addInitScript(() => void paymentWidgetTesting.mockGateway());
  const asked = watch(page);
  await open('npm');
  const init = host.init({
    userSessionToken: 'any-token',
    environment: 'live',
    baseUrl: 'https://gateway.example',
  });
  await expect(init).rejects.toThrow('refuses environment "live"');
  await expect(page.locator('#payment')).toBeEmpty();
  expect(asked).toEqual([]);
});

test('the widget asks the real gateway where nobody has started a mock', async ({ host, open, page }) => {
  const asked = watch(page);
  await open('script');
  await host.init({ userSessionToken: 'no-session' });
  await expect(page.getByText(/session/i).first()).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
});
