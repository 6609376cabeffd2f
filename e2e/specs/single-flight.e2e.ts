import type { Page } from '@playwright/test';
import { countOf, recordCalls } from '../support/faults.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { builds, expect, test } from '../support/fixtures.js';

type Impatience = (form: SepaForm, page: Page) => Promise<void>;

/** Ways to submit more than once; each must make exactly one payment. */
const ways: Readonly<Record<string, Impatience>> = {
  'a double click': (form) => form.button.dblclick(),
  'two clicks in one turn': (form) =>
    form.button.evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    }),
  'Enter twice in a field': async (form, page) => {
    await form.iban.focus();
    // The keys go to whatever has the focus at that moment.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  },
  'two calls of submitPayment()': (_form, page) =>
    page.evaluate(async () => {
      const { hostWidgets } = window as unknown as {
        hostWidgets: Record<string, { submitPayment(): Promise<unknown> }>;
      };
      await Promise.all([hostWidgets.payment?.submitPayment(), hostWidgets.payment?.submitPayment()]);
    }),
};

for (const [index, [name, submitTwice]] of Object.entries(ways).entries()) {
  const build = builds[index % builds.length] ?? 'script';
  test(`${name}: one payment (${build})${name === 'a double click' ? ' @core @engine' : ''}`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const calls = recordCalls(page);
    const session = await openSepaSession(backend);
    await open(build);
    await host.init({ userSessionToken: session.token });
    const form = new SepaForm(widget);
    await form.fill();
    await submitTwice(form, page);

    await expect(widget.success).toContainText('Payment method saved');
    expect(await host.tokens()).toHaveLength(1);
    expect(countOf(calls, 'POST /payments')).toBe(1);
    expect(countOf(calls, 'PUT /authentication')).toBe(1);
  });
}
