import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.js';
import { comeBack, journeys, openSessionOf } from '../support/journeys.js';
import { ibans, SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';

/** Configuration for the classic script as partners use it: loaded from the service, with no address configured. */

const withoutAddress = { baseUrl: undefined as unknown as string };

function document(head: string, body = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A script tag</title>${head}</head>
    <body>${body}<div id="payment"></div></body></html>`;
}

/** Collects the widget's console messages, without those in which the browser itself reports a missing file. */
function listen(page: Page): readonly string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('paymentWidget')) said.push(message.text());
  });
  return said;
}

// The current build is not a release, so only this test serves it under the address of a version.
const unreleased = '/widget/9.9.9/';

for (const [name, path] of [
  ['the newest', '/widget/widget.js'],
  ['a version', `${unreleased}widget.js`],
] as const) {
  test(`${name}: the service that served it is the gateway${name === 'the newest' ? ' @core' : ''}`, async ({
    backend,
    canaries,
    host,
    page,
    stack,
    widget,
  }) => {
    await page.route(`**${unreleased}*.js`, async (route) =>
      route.fulfill({
        response: await route.fetch({ url: route.request().url().replace(unreleased, '/widget/') }),
      }),
    );
    const session = await openSepaSession(backend);
    const script = `<script defer src="${stack.serviceUrl}${path}" crossorigin="anonymous"></script>`;
    await page.goto(stack.partner.serve('/script-tag', document(script)));
    await host.init({ userSessionToken: session.token, ...withoutAddress });
    const form = new SepaForm(widget);
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    canaries.expectQuiet();
  });
}

test('an image that a page names like the running script receives no token', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const image = '<img name="currentScript" alt="" src="https://evil.example/widget/widget.js">';
  const script = `<script src="${stack.serviceUrl}/widget/widget.js"></script>`;
  await page.goto(stack.partner.serve('/clobbered', document('', image + script)));
  const session = await openSepaSession(backend);
  await host.init({ userSessionToken: session.token, ...withoutAddress });
  await expect(new SepaForm(widget).holder).toBeVisible();
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([`${stack.serviceUrl}/api/v1/session`]);
});

test('a module script, which does not know its own address, says what to do', async ({
  host,
  page,
  stack,
}) => {
  const script = `<script type="module" src="${stack.serviceUrl}/widget/widget.js"></script>`;
  await page.goto(stack.partner.serve('/module', document(script)));
  await expect(host.init({ userSessionToken: 'a-token' })).rejects.toThrow(/without type="module"/);
});

test('a script that another script inserts knows its own address', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  await page.route('**/inserts.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const script = document.createElement('script');
        script.src = trustedTypes.createPolicy('lit-html', { createScriptURL: (url) => url })
          .createScriptURL('${stack.serviceUrl}/widget/widget.js');
        document.head.append(script);`,
    }),
  );
  await page.goto(stack.partner.serve('/inserted', document('<script src="/inserts.js"></script>')));
  const session = await openSepaSession(backend);
  await page.waitForFunction(() => 'paymentWidget' in window);
  await host.init({ userSessionToken: session.token, ...withoutAddress });
  const form = new SepaForm(widget);
  await form.fill();
  await form.button.click();
  await expect.poll(() => host.tokens()).toHaveLength(1);
});

test('an element in the HTML warns that it is empty, before and after init', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  const said = listen(page);
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const script = `<script src="${stack.serviceUrl}/widget/widget.js"></script>`;
  await page.goto(
    stack.partner.serve('/element', document(script, '<upc-payment-widget></upc-payment-widget>')),
  );
  const warning: unknown = expect.stringMatching(/<upc-payment-widget> .*init\(\)/);
  await expect.poll(() => said).toEqual([warning]);

  const session = await openSepaSession(backend);
  await host.init({ userSessionToken: session.token, ...withoutAddress });
  await expect(new SepaForm(widget).holder).toBeVisible();
  expect(said).toEqual([warning, warning]);
  await page.evaluate(() => window.document.querySelector('body > upc-payment-widget')?.remove());
  expect(errors).toEqual([]);
});

test('<upc-payment> on a page with only the script tag logs where its own script is', async ({
  page,
  stack,
}) => {
  const said = listen(page);
  const script = `<script src="${stack.serviceUrl}/widget/widget.js"></script>`;
  await page.goto(stack.partner.serve('/tag', document(script, '<upc-payment>Not there.</upc-payment>')));
  await expect
    .poll(() => said)
    .toEqual([expect.stringMatching(/<upc-payment> is not defined yet: .*upc-payment-widget\/element/)]);
  await expect(page.getByText('Not there.')).toBeVisible();
});

test('devMode reports which files are missing next to the script, and the form appears in English', async ({
  backend,
  host,
  page,
  stack,
  widget,
}) => {
  const said = listen(page);
  await page.route('**/self-hosted/**', async (route) => {
    const file = /[^/]+\.js$/.exec(route.request().url())?.[0];
    if (!file) return route.fulfill({ status: 404 });
    const served = await fetch(`${stack.serviceUrl}/widget/${file}`);
    return route.fulfill({ contentType: 'text/javascript', body: await served.text() });
  });
  await page.goto(
    stack.partner.serve('/self-hosting', document('<script src="/self-hosted/widget.js"></script>')),
  );
  const session = await openSepaSession(backend);
  await host.init({ userSessionToken: session.token, locale: 'de' });
  await expect(new SepaForm(widget).holder).toBeVisible();
  await new SepaForm(widget).iban.fill(ibans.success);
  expect(said).toEqual([]);
  await host.destroy();

  await host.init({ userSessionToken: session.token, locale: 'de', devMode: true });
  const beside = `"${stack.partner.url}/self-hosted/widget.js"`;
  const missing = (file: string): unknown => expect.stringContaining(`No valid ${file} next to ${beside}.`);
  await expect.poll(() => [...said].sort()).toEqual([missing('locales/de.json'), missing('logos.json')]);
});

for (const method of ['SEPA', 'PAYPAL', 'CREDIT_CARD'] as const) {
  test(`environment sandbox: ${method} against the simulated provider`, async ({
    host,
    open,
    page,
    stack,
    widget,
  }) => {
    const journey = journeys[method];
    const session = await openSessionOf(stack, method);
    await open();
    const address = page.url();
    const config = { userSessionToken: session.token, environment: 'sandbox' } as const;
    await host.init(config);
    await widget.root.locator('form').waitFor();
    await journey.fill(widget, page);
    for (const { button } of journey.steps) await widget.button(button).click();
    if (journey.leaves) {
      await comeBack(page, address);
      await host.init(config);
    }
    await expect.poll(() => host.tokens()).toHaveLength(1);
  });
}
