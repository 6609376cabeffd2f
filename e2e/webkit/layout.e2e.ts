import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { root } from '../support/process.js';
import { keys } from './browser.js';
import { test } from './fixtures.js';

const pictures = join(root, 'test-results/webkit');

for (const width of [320, 1280]) {
  test(`by keys alone through the methods, ${width} px wide: nothing is cut off`, async ({
    backend,
    browser,
    host,
    open,
    stack,
    widget,
  }) => {
    await mkdir(pictures, { recursive: true });
    await browser.resize(1400, 1100);
    const { token } = await backend.openSession({
      permittedPaymentChoices: ['SEPA', 'CREDIT_CARD', 'PAYPAL', 'IDEAL'],
      scope: 'ECOM',
      amount: 25,
      showExistingPaymentInstruments: false,
    });
    await open(stack.partner.pageUrl('script'));
    // A window cannot be made as narrow as a phone, but the widget measures its container.
    await browser.evaluate((pixels) => {
      const container = document.querySelector<HTMLElement>('#payment');
      if (container) container.style.width = `${pixels}px`;
    }, width);
    await host.init({ userSessionToken: token });
    await browser.evaluate(
      (radio) => (radio as unknown as HTMLInputElement).focus(),
      await widget.get('radio', 'SEPA Direct Debit'),
    );
    await browser.press(' ');
    const seen: string[] = [];
    for (let step = 0; step < 4; step += 1) {
      const chosen = await widget.seek('input[type=radio]:checked:focus');
      const name = await browser.evaluate((radio) => (radio as unknown as HTMLInputElement).value, chosen);
      await widget.seek('.row-chosen .row-body:not(:has([aria-busy=true])) button');
      await browser.screenshot(join(pictures, `${name}-${width}.png`));
      expect(
        await browser.evaluate((pixels) => {
          const inner = document
            .querySelector('#payment upc-payment-widget')
            ?.shadowRoot?.querySelectorAll('.upc *');
          const left = document.querySelector('#payment')?.getBoundingClientRect().left ?? 0;
          return [...(inner ?? [])]
            .filter((one) => one.getBoundingClientRect().right > left + pixels + 1)
            .map((one) => `${one.localName}.${one.className}`);
        }, width),
      ).toEqual([]);
      seen.push(name);
      await browser.press(keys.down);
    }
    expect(seen.sort()).toEqual(['CREDIT_CARD', 'IDEAL', 'PAYPAL', 'SEPA']);
    await widget.seek('input[type=radio][value=SEPA]:checked:focus');
  });
}
