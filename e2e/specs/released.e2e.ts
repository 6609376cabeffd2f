import type { Page } from '@playwright/test';
import { releasedVersions, releaseOf } from '../../scripts/lib/releases.mjs';
import { expect, test } from '../support/fixtures.js';
import { comeBack, type JourneyMethod, journeys, openSessionOf } from '../support/journeys.js';
import { customers } from '../support/open-api.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import type { Stack } from '../support/stack.js';

/* Scripts that were released, each named by its version and integrity hash, against the service of today. */

async function openWith(page: Page, stack: Stack, version: string): Promise<string> {
  const { integrity } = releaseOf(version);
  const src = `${stack.serviceUrl}/widget/${version}/widget.js`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A release</title>
    <script src="${src}" integrity="${integrity}" crossorigin="anonymous"></script></head>
    <body><div id="payment"></div></body></html>`;
  await page.goto(stack.partner.serve(`/released/${version}`, html));
  const running = await page.evaluate(
    () => (window as unknown as { paymentWidget: { version: string } }).paymentWidget.version,
  );
  expect(running).toBe(version);
  return page.url();
}

for (const version of releasedVersions()) {
  for (const method of ['SEPA', 'CREDIT_CARD', 'PAYPAL'] satisfies JourneyMethod[]) {
    test(`${version}: ${method}, from the session to the token`, async ({
      canaries,
      host,
      page,
      stack,
      widget,
    }) => {
      const journey = journeys[method];
      const session = await openSessionOf(stack, method);
      const address = await openWith(page, stack, version);
      const config = { userSessionToken: session.token };
      await host.init(config);
      await widget.root.locator('form').waitFor();
      await journey.fill(widget, page);
      for (const { button } of journey.steps) await widget.button(button).click();
      if (journey.leaves) {
        await comeBack(page, address);
        await host.init(config);
      }
      await expect.poll(() => host.tokens()).toHaveLength(1);
      await expect(widget.success).toBeVisible();
      canaries.expectQuiet();
    });
  }

  test(`${version}: a stored instrument, in German, used by the partner`, async ({
    backend,
    canaries,
    host,
    page,
    stack,
    widget,
  }) => {
    const collect = await openSepaSession(backend, {
      customerId: customers.jonas,
      showExistingPaymentInstruments: false,
    });
    await openWith(page, stack, version);
    await host.init({ userSessionToken: collect.token, locale: 'de' });
    const form = new SepaForm(widget, 'de');
    await form.fill({ holder: 'Jonas Okafor' });
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    const [collected = ''] = await host.tokens();
    expect((await backend.replaceInstrument(customers.jonas, collected)).status).toBe(200);

    const pay = await openSepaSession(backend, { customerId: customers.jonas, scope: 'ECOM', amount: 10 });
    await openWith(page, stack, version);
    await host.init({ userSessionToken: pay.token, locale: 'de' });
    await widget.root.getByRole('radio').first().check();
    await widget.button(/10,00/).click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    const [token = ''] = await host.tokens();
    expect((await backend.payAccount(customers.jonas, token, 10)).status).toBe(200);
    canaries.expectQuiet();
  });
}
