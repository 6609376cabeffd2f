import { expectAccessible } from '../support/accessibility.js';
import { CardForm } from '../support/card-form.js';
import { answerBank } from '../support/redirects.js';
import { SepaForm } from '../support/sepa-form.js';
import { expect, test } from '../support/demo-fixtures.js';
import { Widget } from '../support/widget.js';

test('a designer makes the widget look like the brand, and sends the address', async ({
  demoUrl,
  page,
  context,
}) => {
  await page.goto(`${demoUrl}/styling`);
  const widget = new Widget(page, '#payment');
  const form = new SepaForm(widget);
  await widget.chooseMethod('SEPA Direct Debit');
  await form.holder.fill('Kept Name');

  const names = await page.evaluate<string[]>(
    'import("/styling/values.js").then(({ defaults }) => Object.keys(defaults))',
  );
  expect(names.length).toBeGreaterThan(100);
  const controls = await page
    .locator('#controls [name]')
    .evaluateAll((found) => found.map((control) => control.getAttribute('name')));
  expect(names.filter((name) => !controls.includes(name))).toEqual([]);

  await page.getByRole('button', { name: 'Midnight' }).click();
  await expect(form.holder).toHaveCSS('color', 'rgb(237, 240, 250)');
  await expectAccessible(page, { within: 'main' });
  await page.getByLabel('borderRadius').fill('24px');
  await expect(form.holder).toHaveCSS('border-radius', '24px');
  await page.getByLabel('--upc-field-height').fill('60px');
  await expect(form.holder).toHaveCSS('height', '60px');
  await page.getByRole('combobox', { name: 'locale' }).fill('de');
  const german = new SepaForm(widget, 'de');
  await expect(german.holder).toHaveValue('Kept Name');

  await page.getByLabel('primaryColor', { exact: true }).fill('#26304d');
  await expect(page.locator('[data-readings="--upc-primary"]')).toContainText('needs 3');
  await page.getByLabel('primaryColor', { exact: true }).fill('no colour');
  await expect(page.getByText('CSS does not accept this value')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('primaryColor', { exact: true })).toHaveValue('#a3b8ff');

  const other = await context.newPage();
  await other.goto(page.url());
  const theirs = new SepaForm(new Widget(other, '#payment'), 'de');
  await new Widget(other, '#payment').chooseMethod('SEPA-Lastschrift');
  await expect(theirs.holder).toHaveCSS('border-radius', '24px');
  await expect(theirs.holder).toHaveCSS('color', 'rgb(237, 240, 250)');
  expect(decodeURIComponent(page.url())).not.toMatch(/token|Kept/i);

  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/#$/);
  await expect(form.holder).toHaveCSS('border-radius', '8px');
});

test('a dark page: figures of contrast, and 3-D Secure, have its colours', async ({ demoUrl, page }) => {
  await page.goto(`${demoUrl}/styling`);
  const widget = new Widget(page, '#payment');
  await expect(widget.root.getByRole('radio').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.getByLabel('primaryColor', { exact: true })).toHaveAttribute('placeholder', '#8fb4ff');
  await expect(page.locator('.readings [data-good="true"]').first()).toBeVisible();
  await expect(page.locator('.readings [data-good="false"]')).toHaveCount(0);

  await page.getByRole('button', { name: '3-D Secure' }).click();
  const frame = widget.root.frameLocator('iframe').first();
  await expect(frame.getByLabel('Card number')).toHaveCSS('border-radius', '8px');
  await expect(frame.locator('html')).toHaveCSS('color-scheme', 'dark');
});

test('choices without an effect say so, and faults that exclude each other switch each other off', async ({
  demoUrl,
  page,
}) => {
  await page.goto(`${demoUrl}/styling`);
  await page.getByText('Behaviour', { exact: true }).click();
  const typed = page.getByRole('checkbox', { name: 'enableSignatureTypeInput' });
  await typed.check();
  await expect(typed).toHaveAccessibleDescription(/requireDirectDebitSignature/);
  await typed.uncheck();
  await expect(typed).toHaveAccessibleDescription('');

  const fault = (name: string) => page.getByRole('button', { name, exact: true });
  await fault('Offline').click();
  await fault('Decline').click();
  await fault('Provider blocked').click();
  await expect(fault('Provider blocked')).toHaveAttribute('aria-pressed', 'true');
  await expect(fault('Offline')).toHaveAttribute('aria-pressed', 'false');
  await expect(fault('Decline')).toHaveAttribute('aria-pressed', 'true');
});

test('the styling page without its backend says so, and goes on when it is back', async ({
  demoUrl,
  page,
}) => {
  await page.route('**/api/studios', (route) => route.abort(), { times: 1 });
  await page.goto(`${demoUrl}/styling`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(new Widget(page, '#payment').root.getByRole('radio').first()).toBeVisible();
});

test('on a phone the preview is on the first screen, and the way back from PayPal leads to its result', async ({
  demoUrl,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${demoUrl}/styling#styling.borderRadius=24px`);
  const widget = new Widget(page, '#payment');
  await widget.root.getByRole('radio').last().waitFor();
  const box = await widget.root.boundingBox();
  expect(box?.y, 'the upper two fifths of the screen are enough for what stands above it').toBeLessThan(256);
  await page.getByRole('button', { name: 'Slow network' }).click();
  await expect(page.getByText('Every request takes three seconds longer.')).toBeInViewport();
  await page.getByRole('button', { name: 'Slow network' }).click();

  await widget.chooseMethod('PayPal');
  await widget.root.getByRole('button', { name: /PayPal/ }).click();
  await answerBank(page, 'Approve');
  await expect(widget.success).toContainText('PayPal');
  await expect(page).toHaveURL(/borderRadius=24px$/);
  await page.reload();
  await expect(widget.root.getByRole('radio').first(), 'a reload opens a new session').toBeVisible();
});

test('every state is displayed, and reacts as in use @nightly', async ({ demoUrl, page }) => {
  test.setTimeout(300_000);
  await page.goto(`${demoUrl}/styling#page.view=states`);
  const state = (id: string) => page.frameLocator(`iframe[data-state="${id}"]`).locator('upc-payment-widget');
  await expect(state('list').getByRole('radio', { name: 'Card' })).toBeVisible();
  await expect(state('form').getByLabel('IBAN')).toBeVisible();
  await expect(state('errors').locator('[aria-invalid=true]').first()).toBeVisible();
  await expect(state('busy').locator('[aria-busy=true]').first()).toBeVisible();
  await expect(state('secure').getByRole('dialog')).toBeVisible();
  await expect(state('waiting').locator('upc-waiting')).toBeVisible();
  await expect(state('unknown').locator('upc-outcome-unknown')).toBeVisible();
  await expect(state('success').locator('upc-success')).toBeVisible();
  await expect(
    state('cancelled').locator('upc-notice').getByText('You cancelled the payment.'),
  ).toBeVisible();
  await expect(state('ended').locator('upc-session-ended')).toBeVisible();
  // The states neither take the focus nor move the page.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(await page.locator('.stage').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.frameLocator('iframe[data-state="form"]').locator('body')).toHaveCSS(
    'background-color',
    'rgb(20, 23, 31)',
  );

  await page.getByRole('radio', { name: 'Light' }).check();
  await page.getByRole('radio', { name: 'Live' }).check();
  const widget = new Widget(page, '#payment');
  const form = new SepaForm(widget);
  await widget.chooseMethod('SEPA Direct Debit');
  await form.fill();
  const log = page.getByRole('log');
  for (const [button, shown] of [
    ['Decline', /declined/i],
    ['Error 500', /Reference: styling-/],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await form.button.click();
    await expect(widget.text(shown).first()).toBeVisible();
  }
  await expect(log).toContainText(/POST \/api\/v1\/payments \(token .{4}…\) → 500/);
  await page.getByRole('button', { name: 'Offline' }).click();
  await form.button.click();
  await expect(log).toContainText('→ no response');
  await page.getByRole('button', { name: 'Offline' }).click();
  await expect(log).toContainText(/onSuccess\(.{4}…/);
  expect(await log.innerText()).not.toMatch(/[A-Za-z0-9]{40}/);
  // The payer cancels the challenge first, then confirms it.
  await page.getByRole('button', { name: '3-D Secure' }).click();
  const card = new CardForm(widget);
  await card.holder.fill('Mara Lindner');
  await card.button.click();
  await widget.root.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(widget.text('cancelled').first()).toBeVisible();
  await card.button.click();
  await widget.root.getByRole('dialog').frameLocator('iframe').getByRole('button', { name: 'OK' }).click();
  await expect(widget.root.locator('upc-success')).toBeVisible();
  await page.getByRole('button', { name: '3-D Secure' }).click();
  // When this payment's success appears, the buttons below move, so a click before that could miss them.
  await expect(widget.root.locator('upc-success')).toContainText('SEPA Direct Debit');

  const ended = page.getByRole('button', { name: 'Session ended' });
  await ended.click();
  await expect(ended).toHaveAttribute('aria-pressed', 'true');
  await expect(widget.root.locator('upc-session-ended')).toBeVisible();
  await ended.click();
  await expectAccessible(page, { within: 'main' });
});

test('the bank page is disabled until it can receive the payment', async ({ demoUrl, page }) => {
  // A page that is opened directly never receives a payment.
  await page.goto(`${demoUrl}/styling-bank`);
  await expect(page.getByRole('button', { name: 'OK' })).toBeDisabled();
});
