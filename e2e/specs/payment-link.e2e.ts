import { expectAccessible } from '../support/accessibility.js';
import { expect, test as base } from '../support/fixtures.js';
import { focused, walk } from '../support/keyboard.js';
import { customers, testKeys } from '../support/open-api.js';
import { createLink, debtor, importDebtor, LinkPage } from '../support/payment-link.js';
import { answerBank } from '../support/redirects.js';
import { ibans, SepaForm } from '../support/sepa-form.js';

/*
 * The page of a payment link on a phone. Each test has its own member, who owes two fees. The service's own policy, with
 * Trusted Types, applies to the page.
 */
const test = base.extend<{ customerId: number; link: LinkPage }>({
  viewport: { width: 360, height: 740 },
  customerId: async ({ stack }, use) => use(await importDebtor(stack.serviceUrl)),
  link: async ({ page, canaries: _watching }, use) => use(new LinkPage(page)),
});

const paidHere = 'Thank you';

async function payBySepa({ widget }: LinkPage): Promise<void> {
  await widget.chooseMethod('SEPA Direct Debit');
  const form = new SepaForm(widget);
  await form.fill({ holder: 'Wanda Geheim' });
  await form.button.click();
}

test('pays by keyboard alone, and leaves the token in no address, referrer, console or log @engine @core', async ({
  canaries,
  customerId,
  link,
  page,
  stack,
}) => {
  const told: string[] = [];
  page.on('request', (request) =>
    told.push(request.url().split('#')[0] ?? '', request.headers().referer ?? ''),
  );
  page.on('console', (message) => told.push(message.text()));
  const sessions: string[] = [];
  page.on('response', async (response) => {
    if (response.request().method() !== 'POST' || !response.url().endsWith('/pay') || !response.ok()) return;
    const { token } = (await response.json()) as { readonly token?: string };
    if (token !== undefined) sessions.push(token);
  });

  const created = await createLink(stack.serviceUrl, { customerId });
  await link.open(created);
  await expect(link.title).toHaveText('Pay open fees');
  await expect(link.header).toHaveText('Northside Gym Berlin');
  await expect(page.locator('.claim')).toHaveCount(2);
  const sepa = link.widget.root.getByRole('radio', { name: 'SEPA Direct Debit', exact: true });
  await sepa.waitFor();
  await expectAccessible(page);

  await expect(async () => {
    await page.keyboard.press('Tab');
    expect((await focused(page)).kind).toBe('radio');
  }).toPass();
  await page.keyboard.press('Space');
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(sepa).toBeChecked({ timeout: 500 });
  }).toPass();
  await new SepaForm(link.widget).iban.waitFor();
  await expectAccessible(page);
  await walk(page, { accountHolder: 'Wanda Geheim', iban: ibans.success });

  await expect(link.title).toHaveText(paidHere);
  await expect(link.title).toBeFocused();
  await expectAccessible(page);
  expect(sessions).not.toEqual([]);
  await canaries.expectNoTraceOf([...sessions, ibans.success, 'Wanda Geheim']);
  canaries.expectQuiet();
  for (const secret of [created.token, ...sessions]) {
    expect(told.filter((text) => text.includes(secret))).toEqual([]);
    expect(stack.serviceLog().includes(secret)).toBe(false);
  }
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('serves both purposes in the order that the studio has chosen @engine', async ({
  canaries,
  customerId,
  link,
  page,
  stack,
}) => {
  const purposes = ['PAYMENT_INSTRUMENT', 'ACCOUNT_PAYMENT'] as const;
  await link.open(await createLink(stack.serviceUrl, { customerId, purposes }));
  await expect(link.title).toHaveText('New payment method');
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await payBySepa(link);

  await expect(link.title).toHaveText('Pay open fees');
  await expect(link.title).toBeFocused();
  await expect(page.getByText('Step 2 of 2')).toBeVisible();
  await expect(page.getByText('This step is done. One more is left.')).toBeVisible();
  // The instrument that was just set pays the fees.
  await link.widget.root.getByRole('radio', { name: /3000/ }).check();
  await expectAccessible(page);
  await link.widget.button(/^Pay/).click();
  await expect(link.title).toHaveText(paidHere);
  canaries.expectQuiet();
});

test('pays on a page of the bank, and comes back to a thank-you @engine', async ({
  canaries,
  customerId,
  link,
  page,
  stack,
}) => {
  const { url, token } = await createLink(stack.serviceUrl, { customerId });
  await link.open({ url });
  await link.widget.chooseMethod('iDEAL | Wero');
  await link.widget.button(/with iDEAL/).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(page.url()).not.toContain(token);
  await answerBank(page, 'Approve');
  await expect(link.title).toHaveText(paidHere);
  expect(new URL(page.url()).pathname).toBe('/pay');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await expectAccessible(page);
  canaries.expectQuiet();
});

test('cancels at the bank, then pays in another way @engine', async ({ customerId, link, page, stack }) => {
  await link.open(await createLink(stack.serviceUrl, { customerId }));
  await link.widget.chooseMethod('iDEAL | Wero');
  await link.widget.button(/with iDEAL/).click();
  await answerBank(page, 'Cancel');
  await expect(page.locator('.notice')).toHaveText('You cancelled the payment. Nothing has been charged.');
  await expect(link.title).toHaveText('Pay open fees');
  await expectAccessible(page);
  await payBySepa(link);
  await expect(link.title).toHaveText(paidHere);
});

test('a lost confirmation is asked for again, and never called a failure @engine', async ({
  customerId,
  link,
  page,
  stack,
}) => {
  await link.open(await createLink(stack.serviceUrl, { customerId }));
  await link.widget.chooseMethod('SEPA Direct Debit');
  await page.route('**/pay', (route) => route.abort());
  await payBySepa(link);
  await expect(link.title).toHaveText('The confirmation has not arrived yet');
  await expectAccessible(page);
  await page.unroute('**/pay');
  await page.getByRole('button', { name: 'Check the result' }).click();
  await expect(link.title).toHaveText(paidHere);
  await expect(link.title).toBeFocused();
});

const pending = { status: 200, json: { status: 'PENDING', studio: { name: 'Northside' }, theme: {} } };

for (const [name, response, title, button] of [
  ['a payment in progress', pending, 'Your payment is being processed', 'Check the result'],
  ['too many attempts', { status: 429, json: {} }, 'There were too many attempts', 'Try again'],
  ['an outage', { status: 503, json: {} }, 'This page is not available at the moment', 'Try again'],
  ['no connection', undefined, 'There is no connection', 'Try again'],
] as const) {
  test(`${name}: says so, and goes on as soon as it can @engine`, async ({
    customerId,
    link,
    page,
    stack,
  }) => {
    const answer = (isBack: boolean) =>
      page.route('**/pay', (route) => {
        if (isBack || route.request().method() !== 'POST') return route.continue();
        return response ? route.fulfill(response) : route.abort();
      });
    await answer(false);
    await link.open(await createLink(stack.serviceUrl, { customerId }));
    await expect(link.title).toHaveText(title);
    await expectAccessible(page);
    await answer(true);
    // A page that waits asks by itself, even before the button is pressed.
    if (button === 'Try again') await page.getByRole('button', { name: button }).click();
    await expect(link.title).toHaveText('Pay open fees');
    await expect(link.title).toBeFocused();
  });
}

test('a link that has ended says so, and reveals nothing about the person @engine', async ({
  customerId,
  link,
  page,
  stack,
}) => {
  const used = await createLink(stack.serviceUrl, { customerId });
  const closed = await createLink(stack.serviceUrl, { customerId });
  await link.open(used);
  await payBySepa(link);
  await expect(link.title).toHaveText(paidHere);
  for (const [url, title] of [
    [used.url, 'This payment link has already been used'],
    [`${used.url}x`, 'This payment link is not valid'],
    // Its claims have been paid through the other link.
    [closed.url, 'This payment link has been closed'],
    [used.url.split('#')[0] ?? '', 'Please open your link again'],
  ] as const) {
    await page.goto('about:blank');
    await link.open({ url });
    await expect(link.title).toHaveText(title);
    await expect(link.header).toBeHidden();
    await expectAccessible(page);
    const everything = await page.evaluate(() => document.documentElement.outerHTML + document.title);
    for (const secret of [debtor.firstName, debtor.lastName, 'Northside', '39.90', '€']) {
      expect(everything).not.toContain(secret);
    }
  }
});

test('expires while it is open elsewhere', async ({ customerId, link, page, stack }) => {
  const expiresAt = new Date(Date.now() + 8000).toISOString();
  const { url } = await createLink(stack.serviceUrl, { customerId, expiresAt });
  await expect(async () => {
    await page.goto('about:blank');
    await link.open({ url });
    await expect(link.title).toHaveText('This payment link has expired', { timeout: 1000 });
  }).toPass();
  await expect(link.header).toBeHidden();
});

test("wears the studio's theme, also in its widget @engine", async ({ link, page, stack }) => {
  const request = { customerId: customers.dale, purposes: ['PAYMENT_INSTRUMENT'] } as const;
  await link.open(await createLink(stack.serviceUrl, request, testKeys.usd));
  await expect(link.header).toHaveText('Lakeshore Athletics Chicago');
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 253, 251)');
  await link.widget.root.getByRole('radio').first().waitFor();
  await expect(link.widget.root).toHaveCSS('accent-color', 'rgb(179, 64, 31)');
  await expectAccessible(page);
});
