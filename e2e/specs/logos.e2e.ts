import { CardForm, openCardSession } from '../support/card-form.js';
import { hold, sessionCall } from '../support/faults.js';
import { builds, expect, test } from '../support/fixtures.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/** Address of the logos: a data file beside the script, or a chunk of the partner's bundle. */
const logos = /\/(logos\.json|npm-bundle\/logos-[\w-]+\.js)$/;

for (const build of builds) {
  test(`logos are requested once the form is painted, which works without them (${build})`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const form = new SepaForm(widget);
    // The logos are never released.
    await page.route(logos, () => undefined);
    const release = await hold(page, sessionCall);
    const requested = page.waitForRequest(logos);
    let isRequested = false;
    void requested.then(() => (isRequested = true));
    const { token } = await openSepaSession(backend);
    await open(build);
    await host.init({ userSessionToken: token });
    await expect(widget.root.locator('.skeleton')).toBeVisible();
    expect(isRequested).toBe(false);
    await release();
    await requested;
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });

  test(`a list shows them as soon as they have loaded, and works without them (${build})`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    const request = { scope: 'ECOM', amount: 10, permittedPaymentChoices: ['CREDIT_CARD', 'SEPA'] } as const;
    const rows = widget.root.locator('.row-head');
    const first = await backend.openSession({ ...request });
    await open(build);
    await host.init({ userSessionToken: first.token });
    await expect(rows).toHaveCount(2);
    await expect(widget.root.locator('.brand-logo')).toHaveCount(4);

    await page.route(logos, (route) => route.abort());
    const second = await backend.openSession({ ...request });
    await open(build);
    await host.init({ userSessionToken: second.token });
    await expect(rows).toHaveCount(2);
    // Without the data, the script still has the plain icon of a card.
    await expect(widget.root.locator('.brand-logo')).toHaveCount(build === 'script' ? 1 : 0);
  });
}

for (const width of [320, 1280]) {
  test(`the number field shows the brand at ${width} px, with room for the digits @engine`, async ({
    backend,
    host,
    open,
    page,
    widget,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const { token } = await openCardSession(backend);
    await open('script');
    await host.init({ userSessionToken: token });
    const form = new CardForm(widget);
    await form.number.pressSequentially('4242424242424242');
    const logo = form.frame(0).locator('.logo');
    await expect(logo).toBeVisible();
    await expect(form.number).toHaveAccessibleDescription('Visa');
    const { right } = await form.number.evaluate((input: HTMLInputElement) => {
      const context = document.createElement('canvas').getContext('2d');
      if (!context) throw new Error('The canvas has no 2D context.');
      context.font = getComputedStyle(input).font;
      const { left } = input.getBoundingClientRect();
      return { right: left + 12 + context.measureText(input.value).width };
    });
    const left = await logo.evaluate((element) => element.getBoundingClientRect().left);
    expect(right).toBeLessThanOrEqual(left);
    // The fields are side by side on a phone too, and a complete field moves the focus to the next one.
    const [expiry, cvc] = await Promise.all([form.expiry.boundingBox(), form.cvc.boundingBox()]);
    expect(expiry?.y).toBe(cvc?.y);
    await expect(form.expiry).toBeFocused();
    await page.keyboard.type('1234');
    await expect(form.cvc).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(form.expiry).toBeFocused();
  });
}
