import { startProcess } from '../support/process.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { expect, test } from '../support/fixtures.js';
import { Widget } from '../support/widget.js';

test('the demo: token, backend, second session with the stored instrument, studio page', async ({
  canaries,
  page,
  stack,
}) => {
  const demo = await startProcess('demo/server.ts', {
    DEMO_PORT: '0',
    UPC_SERVICE_URL: stack.serviceUrl,
    SIMULATOR_URL: stack.simulatorUrl,
  });
  try {
    await page.goto(demo.url);
    const widget = new Widget(page, '#upc-container');
    await expect(page.getByText('The backend opened a payment session')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Session found again')).toBeVisible();

    await widget.chooseMethod('SEPA Direct Debit');
    const form = new SepaForm(widget);
    await form.fill({ holder: 'Mara Canary' });
    await form.button.click();
    await expect(page.getByText('The widget returned a paymentRequestToken')).toBeVisible();
    await expect(page.locator('.timeline .token')).toHaveText(/^[A-Za-z0-9]{54}$/);

    await page.getByRole('button', { name: 'Hand it to the backend' }).click();
    await expect(page.getByText('The payment method is set')).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Pay €/ })).toBeVisible();
    await expect(widget.text(/Mara Canary/).first()).toBeVisible();
    await canaries.expectNoTraceOf([ibans.success, 'Mara Canary', 'test-key-northside']);
    canaries.expectQuiet();

    await page.getByRole('link', { name: 'See it on the studio page' }).click();
    await expect(page).toHaveURL(/\/studio/);
    await expect(page.getByText('PREAUTHED').first()).toBeVisible();
  } finally {
    await demo.end();
  }
});

test.describe('to a browser in Swiss German', () => {
  test.use({ locale: 'de-CH' });

  test('the member page and the widget in it speak German', async ({ page, stack }) => {
    const demo = await startProcess('demo/server.ts', {
      DEMO_PORT: '0',
      UPC_SERVICE_URL: stack.serviceUrl,
      SIMULATOR_URL: stack.simulatorUrl,
    });
    try {
      await page.goto(demo.url);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de-CH');
      await expect(page.getByRole('heading', { name: 'Zahlungsart', exact: true })).toBeVisible();
      await expect(page.getByText('Das Backend hat eine Zahlungssitzung geöffnet')).toBeVisible();
      await new Widget(page, '#upc-container').chooseMethod('SEPA-Lastschrift');
      const english = ['Payment', 'Session', 'backend', 'Studio page', 'Hello', 'Amount', 'Success'];
      const said = await page.locator('body').innerText();
      expect(english.filter((word) => said.includes(word))).toEqual([]);
    } finally {
      await demo.end();
    }
  });
});

test('the styling page shows the widget and changes it without losing what was typed', async ({
  page,
  stack,
}) => {
  const demo = await startProcess('demo/server.ts', { DEMO_PORT: '0', UPC_SERVICE_URL: stack.serviceUrl });
  try {
    await page.goto(`${demo.url}/styling`);
    const widget = new Widget(page, '#upc-container');
    const form = new SepaForm(widget);
    await widget.chooseMethod('SEPA Direct Debit');
    await form.holder.fill('Kept Name');
    await page.getByLabel('borderRadius').selectOption('24px');
    await page.getByRole('combobox', { name: 'locale' }).selectOption('de');
    await expect(new SepaForm(widget, 'de').holder).toHaveValue('Kept Name');
    await expect(new SepaForm(widget, 'de').holder).toHaveCSS('border-radius', '24px');
  } finally {
    await demo.end();
  }
});
