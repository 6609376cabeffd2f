import type { Page } from '@playwright/test';
import { CardForm, openCardSession } from '../support/card-form.js';
import { tamper } from '../support/faults.js';
import { expect, hostileTexts, test } from '../support/hostile.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import type { Widget } from '../support/widget.js';

/*
 * These tests cover "Inert text", from host and gateway, and "`;}` and `url()` in styling" of the quality requirements
 * for hostile input.
 */

/** Expects that the widget shows the texts unchanged and that they had no effect. */
async function expectInert(page: Page, { root }: Widget, count: number): Promise<void> {
  const texts = await root.evaluate((element) => element.shadowRoot?.textContent ?? '');
  const shown = Object.values(hostileTexts).filter((text) => texts.includes(text));
  expect(shown).toHaveLength(count);
  const done = await page.evaluate(() => {
    const inside = document.querySelector('upc-payment-widget')?.shadowRoot;
    const added = inside?.querySelectorAll('img, script, [onload], [onerror]').length;
    return { pwned: (window as { pwned?: unknown }).pwned, added };
  });
  expect(done).toEqual({ pwned: undefined, added: 0 });
}

test.describe('from the host', () => {
  test('texts of i18n @core', async ({ backend, host, open, page, unharmed, widget }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token);
    await open();
    const { markup, svg, template, direction, nothing } = hostileTexts;
    await host.init({
      userSessionToken: session.token,
      i18n: {
        'method.SEPA': markup,
        'accountHolder.label': svg,
        'sepa.iban.label': template,
        'sepa.iban.hint': direction,
        'mandate.note.save': nothing,
      },
    });
    await new SepaForm(widget).button.waitFor();
    await expectInert(page, widget, 5);
  });

  test('customer fields', async ({ backend, host, open, page, unharmed, widget }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token);
    await open();
    await host.init({ userSessionToken: session.token });
    const form = new SepaForm(widget);
    await form.holder.waitFor();
    for (const [name, value] of Object.entries(hostileTexts)) {
      await host.updateCustomerFields({ name: { value } });
      // The value of an input is never markup. A value that is not a single line of text is an error at the field.
      const isLine = name !== 'nothing' && value.length <= 70;
      const isWrong = form.holder.and(widget.root.locator('[aria-invalid=true]'));
      await expect(isWrong).toHaveCount(isLine ? 0 : 1);
    }
    await expectInert(page, widget, 0);
  });

  test('styling, in the page and in the frames @engine', async ({
    backend,
    host,
    open,
    page,
    unharmed,
    widget,
  }) => {
    const session = await openCardSession(backend);
    unharmed.secret(session.token);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await open();
    const evil = 'https://evil.example/x';
    const breakingOut = 'red;} * { display: none } :host { display: none';
    await host.init({
      userSessionToken: session.token,
      styling: {
        primaryColor: breakingOut,
        secondaryColor: `url(${evil})`,
        textColorMain: `var(--x, url(${evil}))`,
        textColorSecondary: '\\75rl(https://evil.example/x)',
        borderColor: `image-set("${evil}")`,
        borderRadius: '4px;} @import "https://evil.example/x";',
        boxShadow: `0 0 1px red, url(${evil})`,
        backgroundColor: '</style><img src=x onerror="window.pwned=1">',
        iframeFields: {
          base: { color: breakingOut, backgroundColor: `url(${evil})`, fontFamily: `x;} @import "${evil}";` },
          placeholder: { color: `}</style><script>top.pwned=1</script>` },
        },
      },
    });
    const form = new CardForm(widget);
    form.isSeparate = true;
    await form.fill();
    await expect(form.button).toBeVisible();
    await expect(form.button).toHaveCSS('background-color', 'rgb(29, 78, 216)');
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    await expectInert(page, widget, 0);
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
});

test.describe('from the gateway', () => {
  test('creditor, mandate, bank and holder', async ({ backend, host, open, page, unharmed, widget }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token);
    await open();
    const { markup, svg, template, direction, nothing } = hostileTexts;
    await tamper(page, 'answer', 'POST /session', {
      'creditor.name': markup,
      'paymentMethods.0.mandate.creditorIdentifier': nothing,
      'paymentMethods.0.mandate.heading': svg,
      'paymentMethods.0.mandate.text': [template],
      paymentInstruments: [
        {
          token: '"><img src=x>',
          paymentMethod: 'SEPA',
          details: {
            sepa: { bankAccountDetails: { accountHolder: direction, bankName: markup, iban: 'DE89' } },
          },
          expired: false,
        },
      ],
    });
    await host.init({ userSessionToken: session.token });
    await widget.chooseMethod('SEPA Direct Debit');
    await new SepaForm(widget).holder.waitFor();
    await expectInert(page, widget, 5);
  });

  test('the bank of an account', async ({ backend, host, open, page, unharmed, widget }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token);
    await page.setViewportSize({ width: 320, height: 700 });
    await open();
    await page.route('**/api/v1/bank-lookup', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({
            headers: { 'access-control-allow-origin': '*' },
            json: { bankName: `${hostileTexts.markup} ${'Sparkasse'.repeat(40)}` },
          }),
    );
    await host.init({ userSessionToken: session.token });
    await new SepaForm(widget).iban.fill(ibans.success);
    await expect(widget.text(/SparkasseSparkasse/)).toBeVisible();
    await expectInert(page, widget, 1);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test('what it says of a field, and of a failure', async ({
    backend,
    host,
    open,
    page,
    unharmed,
    widget,
  }) => {
    const session = await openSepaSession(backend);
    unharmed.secret(session.token);
    await open();
    await page.route('**/api/v1/payments', (route) =>
      route.request().method() === 'OPTIONS'
        ? route.fallback()
        : route.fulfill({
            status: 400,
            headers: { 'access-control-allow-origin': '*' },
            json: {
              errorCode: 'errormessage.validation',
              errorMessage: hostileTexts.markup,
              reference: 'details.iban',
              traceId: hostileTexts.svg,
            },
          }),
    );
    await host.init({ userSessionToken: session.token });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect(form.iban).toHaveAttribute('aria-invalid', 'true');
    await expectInert(page, widget, 1);
  });
});
