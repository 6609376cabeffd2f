import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.js';
import { withinOneDay } from '../support/day.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { expect, test } from '../support/demo-fixtures.js';
import { Widget } from '../support/widget.js';

test('the demo: token, backend, second session with the stored instrument, studio page @core', async ({
  canaries,
  demoUrl,
  page,
}) => {
  await page.goto(demoUrl);
  const widget = new Widget(page, '#upc-container');
  await expect(page.getByText('The backend opened a payment session')).toBeVisible();
  await page.reload();
  await expect(page.getByText('The session continues')).toBeVisible();

  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill({ holder: 'Mara Canary' });
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height });
  expect(await form.hiddenWidth(), 'the whole IBAN is to be seen on the smallest phones').toBe(0);
  await page.setViewportSize({ width, height });
  await form.button.click();
  await expect(page.getByText('The widget returned a paymentRequestToken')).toBeVisible();
  await expect(page.locator('.timeline .token')).toHaveText(/^[A-Za-z0-9]{54}$/);

  await page.getByRole('button', { name: 'Hand it to the backend' }).click();
  await expect(page.getByText('The payment method is set')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Pay €/ })).toBeFocused();
  await expect(page.getByText('You pay by direct debit from your account DE89 •••• 3000.')).toBeVisible();
  await expect(widget.text(/Mara Canary/).first()).toBeVisible();
  await canaries.expectNoTraceOf([ibans.success, 'Mara Canary', 'test-key-northside']);
  canaries.expectQuiet();

  await page.getByRole('link', { name: 'See it on the studio page' }).click();
  await expect(page).toHaveURL(/\/studio/);
  await expect(
    page.locator('main').getByText('Approved', { exact: true }).filter({ visible: true }).first(),
  ).toBeVisible();
});

test("the member page: a late response about one member does not replace the next member's", async ({
  demoUrl,
  page,
}) => {
  let held = 0;
  let letGo = (): void => undefined;
  const later = new Promise<void>((resolve) => (letGo = resolve));
  const hold = (path: string) =>
    page.route(
      `**/api/${path}`,
      async (route) => {
        held += 1;
        await later;
        await route.continue();
      },
      { times: 1 },
    );
  for (const path of ['member/account', 'member/memberships']) await hold(path);
  await page.goto(demoUrl);
  await expect.poll(() => held).toBe(2);
  await hold('session');
  await page.getByText('Try another member or amount').press('Enter');
  await openSession(page, 'northside', 'Lukas Weber', 'ECOM');
  await expect.poll(() => held).toBe(3);
  await openSession(page, 'navigli', 'Giulia Ferrero', 'ECOM');
  await expect(page.getByRole('heading', { name: 'Pay €45.00' })).toBeVisible();
  await expect(page.locator('#account')).toContainText('Quota di ottobre');
  await expect(page.locator('#memberships')).toHaveText('You have no active membership.');
  const answered = ['session', 'member/account', 'member/memberships'].map((path) =>
    page.waitForEvent('requestfinished', (request) => request.url().endsWith(`/api/${path}`)),
  );
  letGo();
  await Promise.all(answered);
  // Once a later response has been read, the page has handled the earlier ones.
  await page.evaluate(async () => {
    await (await fetch('/', { cache: 'no-store' })).text();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  await expect(page.getByRole('heading', { name: 'Pay €45.00' })).toBeVisible();
  await expect(page.locator('#account')).toContainText('Quota di ottobre');
  await expect(page.locator('#memberships')).toHaveText('You have no active membership.');
});

test("the member page: pays fees with the country's test data; freezes, unfreezes and switches", async ({
  demoUrl,
  page,
}) => {
  test.slow();
  await withinOneDay();
  await page.goto(demoUrl);
  await page.getByText('Try another member or amount').press('Enter');
  await expect(page.locator('select[name=studio] option')).toHaveCount(7);
  await openSession(page, 'navigli', 'Giulia Ferrero', 'ECOM');
  await expect(page.locator('#test-data')).toContainText('IT60 X054 2811 1010 0000 0123 456');
  await expect(page.getByRole('heading', { name: 'Pay €45.00' })).toBeVisible();
  await expect(page.locator('#account')).toContainText('Quota di ottobre');
  await expectAccessible(page);

  const widget = new Widget(page, '#upc-container');
  await widget.chooseMethod('SEPA Direct Debit');
  await new SepaForm(widget).fill({ holder: 'Giulia Ferrero', iban: 'IT60X0542811101000000123456' });
  await new SepaForm(widget).button.click();
  await page.getByRole('button', { name: 'Hand it to the backend' }).click();
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeFocused();
  await expect(page.locator('#account')).toHaveText('You have no open fees.');

  // The instrument is replaced, and then replaced again.
  for (const holder of ['Giulia Ferrero', 'Marco Ferrero']) {
    await openSession(page, 'navigli', 'Giulia Ferrero', 'MEMBER_ACCOUNT');
    await expect(page.getByText('The payment method is set')).toBeHidden();
    await widget.chooseMethod('SEPA Direct Debit');
    await new SepaForm(widget).fill({ holder, iban: 'IT60X0542811101000000123456' });
    await new SepaForm(widget).button.click();
    await page.getByRole('button', { name: 'Hand it to the backend' }).click();
    await expect(page.getByText('The payment method is set')).toBeVisible();
  }

  await openSession(page, 'northside', 'Lukas Weber', 'MEMBER_ACCOUNT');
  const memberships = page.locator('#memberships');
  await memberships.getByText('Freeze', { exact: true }).click();
  await memberships.getByRole('button', { name: 'Freeze it' }).click();
  await expect(memberships.getByText(/^Frozen from/)).toBeVisible();
  await expectAccessible(page);
  await memberships.getByRole('button', { name: 'Undo the freeze' }).click();
  await expect(memberships.getByText(/^Frozen from/)).toBeHidden();

  await memberships.getByText('Freeze', { exact: true }).click();
  await memberships.getByLabel('Reason').selectOption('Illness');
  await memberships.getByLabel(/^Document/).setInputFiles({
    name: 'note.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('I was ill.'),
  });
  await memberships.getByRole('button', { name: 'Freeze it' }).click();
  await expect(memberships.getByRole('alert').filter({ visible: true })).toContainText(/PDF/);
  await memberships.getByLabel(/^Document/).setInputFiles({
    name: 'note.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7\n%%EOF'),
  });
  await memberships.getByRole('button', { name: 'Freeze it' }).click();
  await expect(memberships.getByText(/^Frozen from/)).toBeVisible();
  await memberships.getByRole('button', { name: 'Undo the freeze' }).click();
  await expect(memberships.getByText(/^Frozen from/)).toBeHidden();

  const showPrice = async (from: string, to: string) => {
    const membership = memberships.getByRole('listitem').filter({ hasText: new RegExp(`^${from}`) });
    await membership.getByText('Switch to another membership').click();
    await membership.getByLabel('New membership').selectOption({ label: to });
    await membership.getByRole('button', { name: 'Show the price' }).click();
  };
  await showPrice('Rising', 'Off-peak, 12 months');
  await expect(memberships.getByText(/^Due now: €0\.00\. In total: €/)).toBeVisible();
  await memberships.getByRole('button', { name: 'Switch', exact: true }).click();
  await expect(memberships.locator('strong').filter({ hasText: 'Off-peak' })).toBeVisible();

  // The immediate cost of a switch is paid in its own session.
  await showPrice('Off-peak', 'Year in full, 1 year');
  await expect(memberships.getByText('Due now: €399.00.')).toBeVisible();
  await memberships.getByRole('button', { name: 'Switch', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Pay €399.00' })).toBeFocused();
  await payBySepa(page, '#upc-container');
  await page.getByRole('button', { name: 'Hand it to the backend' }).click();
  await expect(page.getByText('Your membership has been changed.')).toBeVisible();
  await expect(memberships.locator('strong').filter({ hasText: 'Year in full' })).toBeVisible();

  await page.getByRole('link', { name: 'Add a membership' }).click();
  await expect(page).toHaveURL(/\/signup\?studio=northside&member=2005/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Lukas');
  await page.locator('.offer').filter({ hasText: 'Basic' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await payBySepa(page, '.widget');
  await payBySepa(page, '.widget');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('checkbox', { name: /^I have read/ }).check();
  await page.getByRole('button', { name: 'Sign up and pay €24.90' }).click();
  await expect(page.getByText('Your member number is 2005')).toBeVisible();
  await page.goto(demoUrl);
  await page.getByText('Try another member or amount').press('Enter');
  await openSession(page, 'northside', 'Lukas Weber', 'MEMBER_ACCOUNT');
  await expect(memberships.locator('strong').filter({ hasText: 'Basic' })).toBeVisible();
});

test('the member page: paying the open fees leads to the title of the form that opens', async ({
  demoUrl,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(demoUrl);
  await page.getByRole('button', { name: /^Pay €.* now$/ }).click();
  const title = page.getByRole('heading', { name: /^Pay €/ });
  await expect(title).toBeFocused();
  await expect(title).toBeInViewport();
  await expect(new Widget(page, '#upc-container').root.getByRole('radio').first()).toBeInViewport();
  await page.getByRole('button', { name: 'Pay later' }).click();
  await expect(page.getByRole('heading', { name: 'Payment method' })).toBeFocused();
});

test('the member page: its backend creates a payment link, to be opened, copied or scanned', async ({
  canaries,
  demoUrl,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(demoUrl);
  await page.getByText('Create a payment link').press('Enter');
  await page.getByLabel('Purpose').last().selectOption('Renew the payment method');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The link is ready to be sent.' })).toBeVisible();
  const link = page.getByRole('link', { name: '/pay#' });
  await expect(link).toHaveAttribute('href', /\/pay#[A-Za-z0-9]{54}$/);
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible();
  expect(await page.locator('.qr-code path').getAttribute('d')).toMatch(/^M/);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  canaries.expectQuiet();
});

test('the member page: a late answer about one session does not replace the next one', async ({
  demoUrl,
  page,
}) => {
  await page.goto(demoUrl);
  const widget = new Widget(page, '#upc-container');
  await widget.chooseMethod('SEPA Direct Debit');
  await new SepaForm(widget).fill();
  await new SepaForm(widget).button.click();
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/member/account', async (route) => released.then(() => route.continue()), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Hand it to the backend' }).click();
  await expect(page.getByText('The payment method is set')).toBeVisible();
  await page.getByText('Try another member or amount').press('Enter');
  await openSession(page, 'navigli', 'Giulia Ferrero', 'ECOM');
  await expect(page.getByRole('heading', { name: 'Pay €45.00' })).toBeFocused();
  const answered = page.waitForResponse('**/api/member/account');
  release();
  await answered;
  // A later request of the page has been answered too, so the page has handled the late one.
  await page.evaluate(async () => (await fetch('/api/studios')).text());
  await expect(page.getByRole('heading', { name: 'Pay €45.00' })).toBeVisible();
  await expect(page.getByText('The payment method is set')).toBeHidden();
});

const unreachable = 'The studio cannot be reached';

test('the member page without its backend says so, and goes on when it is back', async ({
  demoUrl,
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(demoUrl);
  const message = page.getByRole('alert').filter({ hasText: unreachable });
  await expect(message).toHaveCount(1);
  await expectAccessible(page);
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(message).toBeFocused();
  await page.unrouteAll();
  await message.getByRole('button', { name: 'Try again' }).click();
  await expect(new Widget(page, '#upc-container').root.getByRole('radio').first()).toBeVisible();
  await expect(page.locator('#upc-container')).toBeFocused();
  await expect(page.locator('#account')).toContainText('Total');
  expect(errors).toEqual([]);
});

for (const [path, place] of [
  ['session', '#upc-container'],
  ['member/account', '#account'],
  ['member/memberships', '#memberships'],
] as const) {
  test(`the member page says at its place what has not loaded: ${path}`, async ({ demoUrl, page }) => {
    await page.clock.install();
    await page.route(`**/api/${path}`, () => undefined, { times: 1 });
    await page.goto(demoUrl);
    await expect(page.locator(place).locator('.skeleton').first()).toBeVisible();
    await page.clock.fastForward(8000);
    await expect(page.locator(place).getByText('Still loading…')).toBeVisible();

    await page.route(`**/api/${path}`, (route) => route.abort(), { times: 1 });
    await page.reload();
    const message = page.locator(place).getByRole('alert').filter({ hasText: unreachable });
    await message.getByRole('button', { name: 'Try again' }).click();
    await expect(message).toBeHidden();
    await expect(page.locator(place).locator('.skeleton')).toHaveCount(0);
  });
}

test('an address that does not exist shows a page that leads home', async ({ demoUrl, page }) => {
  await page.goto(`${demoUrl}/nowhere`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to my membership' }).click();
  await expect(page).toHaveURL(`${demoUrl}/`);
});

/**
 * Opens a session by keyboard, because content that loads above the form moves it and a click could hit something else.
 */
async function openSession(page: Page, studio: string, customer: string, scope: string): Promise<void> {
  await page.locator('select[name=studio]').selectOption(studio);
  await page.locator('select[name=customerId]').selectOption({ label: customer });
  await page.locator('select[name=scope]').selectOption(scope);
  await page.getByRole('button', { name: 'Open this session' }).press('Enter');
}

async function payBySepa(page: Page, container: string): Promise<void> {
  const widget = new Widget(page, container);
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect(form.iban).toBeHidden();
}

test.describe('to a browser in Swiss German', () => {
  test.use({ locale: 'de-CH' });

  test('the member page and the widget in it speak German', async ({ demoUrl, page }) => {
    await page.goto(demoUrl);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-CH');
    await expect(page.getByRole('heading', { name: 'Zahlungsart', exact: true })).toBeVisible();
    await expect(page.getByText('Das Backend hat eine Zahlungssitzung geöffnet')).toBeVisible();
    await new Widget(page, '#upc-container').chooseMethod('LSV+-Lastschrift');
    const english = ['Payment', 'Session', 'backend', 'Studio page', 'Hello', 'Amount', 'Success', 'Freeze'];
    const said = await page.locator('body').innerText();
    expect(english.filter((word) => said.includes(word))).toEqual([]);
  });
});
