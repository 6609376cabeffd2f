import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type Cdn, startCdn } from '../support/cdn.js';
import { documentedPolicy } from '../support/documentation.js';
import { expect, test as base } from '../support/fixtures.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import type { Stack } from '../support/stack.js';

/* The packed files on a CDN: an origin that is neither the page's nor the gateway's. */

const test = base.extend<object, { readonly cdn: Cdn }>({
  cdn: [
    async ({}, use) => {
      const cdn = await startCdn();
      await use(cdn);
      await cdn.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Opens a page with the script, under the documented policy with the CDN as host of the widget. */
async function openPage(page: Page, stack: Stack, cdn: Cdn, attributes: string): Promise<void> {
  const policy = await documentedPolicy('strict', {
    widget: cdn.url,
    gateway: stack.serviceUrl,
    provider: stack.simulatorUrl,
  });
  await page.goto(
    stack.partner.serve(
      '/cdn',
      `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>A CDN</title>
       <script ${attributes} crossorigin="anonymous"></script></head><body><div id="payment"></div></body></html>`,
      policy,
    ),
  );
}

for (const [name, path] of [
  ['a file of a version', (version: string) => `/upc-payment-widget@${version}/dist/script/widget.js`],
  ['the bare name, which redirects', () => '/upc-payment-widget'],
  ['a range of versions, which redirects', () => '/upc-payment-widget@0'],
  ['the file of a range, which redirects', () => '/upc-payment-widget@0/dist/script/widget.js'],
  ['the bare name, without a redirect', () => '/npm/upc-payment-widget'],
] as const) {
  test(`${name}: the form in German, up to the token`, async ({
    backend,
    canaries,
    cdn,
    host,
    page,
    stack,
    widget,
  }) => {
    const file = await (
      await fetch(`${cdn.url}/upc-payment-widget@${cdn.version}/dist/script/widget.js`)
    ).bytes();
    const hash = createHash('sha384').update(file).digest('base64');
    const address = path(cdn.version);
    // No hash can be given for what leads to the newest version.
    const integrity = address.includes(`@${cdn.version}/`) ? `integrity="sha384-${hash}"` : '';
    await openPage(page, stack, cdn, `src="${cdn.url}${address}" ${integrity}`);
    const session = await openSepaSession(backend);
    await host.init({ userSessionToken: session.token, locale: 'de' });
    const form = new SepaForm(widget, 'de');
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens()).toHaveLength(1);
    const folder = `${address.startsWith('/npm') ? '/npm' : ''}/upc-payment-widget@${cdn.version}/dist/script`;
    expect(cdn.asked).toContain(`${folder}/locales/de.json`);
    expect(cdn.asked).toContain(`${folder}/logos.json`);
    expect(stack.partner.policyReports('/cdn')).toEqual([]);
    canaries.expectQuiet();
  });
}

test('without baseUrl, init says what to pass, and no token is sent', async ({
  backend,
  cdn,
  host,
  page,
  stack,
}) => {
  await openPage(page, stack, cdn, `src="${cdn.url}/upc-payment-widget"`);
  const { token } = await openSepaSession(backend);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const noAddress = undefined as unknown as string;
  await expect(host.init({ userSessionToken: token, baseUrl: noAddress })).rejects.toThrow(
    '"baseUrl" is missing: pass the address of your gateway.',
  );
  expect(asked).toEqual([]);
  await expect(page.locator('#payment')).toBeEmpty();
});
