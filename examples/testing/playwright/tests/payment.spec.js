import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';

const kit = createRequire(import.meta.url).resolve('upc-payment-widget/testing/script.js');
const pageUrl = 'http://localhost:3000/';

/** These routes replace our page's server and our backend. */
test.beforeEach(async ({ page }) => {
  await page.route(`${pageUrl}**`, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (path === '/session') return route.fulfill({ json: { token: 'a-session-token' } });
    if (path === '/token') return route.fulfill({ body: 'Your payment method is set.' });
    const file = new URL(`../dist${path === '/' ? '/index.html' : path}`, import.meta.url);
    const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    return route.fulfill({ body: await readFile(file), contentType });
  });
  // The kit must run before the page's own code.
  await page.addInitScript({ path: kit });
});

test('a member leaves an account', async ({ page }) => {
  await page.addInitScript(() => paymentWidgetTesting.mockGateway({ methods: ['SEPA'] }));
  await page.goto(pageUrl);
  await page.getByLabel('Account holder').fill('Mara Lindner');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000');
  await page.getByRole('checkbox').check();
  const handedOver = page.waitForRequest('**/token');
  await page.getByRole('button', { name: 'Sign mandate and save' }).click();
  expect((await handedOver).postData()).toBe('test-payment-request-token');
  await expect(page.getByText('Your payment method is set.')).toBeVisible();
});

test('a card is declined, and the next one is not', async ({ page }) => {
  await page.addInitScript(() => paymentWidgetTesting.mockGateway({ methods: ['CREDIT_CARD'], amount: 25 }));
  await page.goto(pageUrl);
  await page.getByLabel('Name on the card').fill('Mara Lindner');
  await page.getByLabel('Card number').fill('4000 0000 0000 0002');
  await page.getByLabel('Expiry').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  const pay = page.getByRole('button', { name: /^Pay/ });
  await pay.click();
  await expect(page.getByText('You can also pay at the studio.')).toBeVisible();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await pay.click();
  await expect(page.getByText('Your payment method is set.')).toBeVisible();
});

test('a member comes back from a page of the provider', async ({ page }) => {
  await page.addInitScript(() =>
    paymentWidgetTesting.mockGateway(
      location.search.includes('approved')
        ? { methods: ['PAYPAL'], pendingPayment: 'PAYPAL' }
        : { methods: ['PAYPAL'], outcome: 'REDIRECT', redirectUrl: `${location.origin}/?approved` },
    ),
  );
  await page.goto(pageUrl);
  await page.getByRole('button', { name: /PayPal/ }).click();
  await page.waitForURL('**/?approved');
  await expect(page.getByText('Your payment method is set.')).toBeVisible();
});
