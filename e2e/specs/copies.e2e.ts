import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.js';
import type { HostPage } from '../support/host-page.js';
import { ownVersion, scriptOfVersion } from '../support/other-version.js';
import { root } from '../support/process.js';
import { SepaForm } from '../support/sepa-form.js';
import { openSepaSession } from '../support/sepa-journey.js';
import { Widget } from '../support/widget.js';

const npm = '<script type="module" src="/npm-bundle/page.js"></script>';

function document(scripts: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Copies</title>${scripts}</head>
    <body><div id="payment"></div><div id="second"></div></body></html>`;
}

/** Serves the script in another version, from the page's own origin. @returns its script tag. */
async function serveVersion(page: Page, version: string): Promise<string> {
  const body = scriptOfVersion(version);
  await page.route(`**/copies/${version}.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  );
  // Each version loads its second file and its own logos from beside the script.
  await page.route(/\/copies\/(logos\.json|widget-later-\w+\.js)$/, (route) =>
    route.fulfill({ path: join(root, 'dist/script', basename(route.request().url())) }),
  );
  return `<script defer src="/copies/${version}.js"></script>`;
}

function runningVersion(page: Page): Promise<unknown> {
  return page.evaluate(
    () => (globalThis as Record<symbol, { version: string }>)[Symbol.for('upc-payment-widget')]?.version,
  );
}

async function expectBothPay(page: Page, host: HostPage): Promise<void> {
  for (const container of ['payment', 'second']) {
    const form = new SepaForm(new Widget(page, `#${container}`));
    await form.fill();
    await form.button.click();
    await expect.poll(() => host.tokens(container)).toHaveLength(1);
  }
}

interface Copies {
  readonly name: string;
  readonly scripts: (page: Page, script: string) => Promise<string> | string;
  readonly version: string;
  /** Expected console output; without it, the console must stay empty. */
  readonly says?: RegExp;
}

const copies: readonly Copies[] = [
  { name: 'the script twice', scripts: (_, script) => script + script, version: ownVersion },
  {
    name: 'the script under two addresses',
    scripts: (_, script) => script + script.replace('widget.js', 'widget.js?again'),
    version: ownVersion,
  },
  {
    name: 'an older version after a newer one',
    scripts: async (page, script) => (await serveVersion(page, '0.9.0')) + script,
    version: '0.9.0',
  },
  {
    name: 'a newer version after an older one',
    scripts: async (page, script) => script + (await serveVersion(page, '0.9.0')),
    version: ownVersion,
  },
  {
    name: 'another major version after it',
    scripts: async (page, script) => script + (await serveVersion(page, '1.0.0')),
    version: ownVersion,
    says: /is already on this page; version 1\.0\.0 was not started/,
  },
  { name: 'an npm copy after the script', scripts: (_, script) => script + npm, version: ownVersion },
  { name: 'an npm copy before the script', scripts: (_, script) => npm + script, version: ownVersion },
  {
    name: 'an npm copy beside another version of the script',
    scripts: async (page) => npm + (await serveVersion(page, '0.9.0')),
    version: '0.9.0',
  },
];

for (const { name, scripts, version, says } of copies) {
  test(`${name}: one serves all${name === 'the script twice' ? ' @core' : ''}`, async ({
    backend,
    canaries,
    host,
    page,
    stack,
  }) => {
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    const script = `<script defer src="${stack.serviceUrl}/widget/widget.js"></script>`;
    const html = document(await scripts(page, script));
    const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
    await page.goto(stack.partner.serve('/copies', html));
    const other = html.includes(npm) ? 'npmWidget' : 'paymentWidget';
    await host.init({ userSessionToken: one.token }, other);
    await host.init({ userSessionToken: two.token, container: 'second' });
    expect(await runningVersion(page)).toBe(version);
    await expectBothPay(page, host);
    expect(said.join()).toMatch(says ?? /^$/);
    canaries.expectQuiet();
  });
}

test('an npm copy that runs already serves a script that comes later', async ({
  backend,
  canaries,
  host,
  page,
  stack,
}) => {
  const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
  await page.addInitScript(
    ([userSessionToken, baseUrl]) => {
      Object.assign(window, {
        early: {
          userSessionToken,
          baseUrl,
          environment: 'test',
          countryCode: 'DE',
          locale: 'en',
          container: 'payment',
        },
      });
    },
    [one.token, stack.serviceUrl] as const,
  );
  await page.route('**/copies/early.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'npmWidget.init(early); delete window.paymentWidget;',
    }),
  );
  const scripts = `${npm}<script type="module" src="/copies/early.js"></script><script defer src="${stack.serviceUrl}/widget/widget.js"></script>`;
  await page.goto(stack.partner.serve('/copies', document(scripts)));
  await host.preload({ locale: 'en' });
  await host.init({ userSessionToken: two.token, container: 'second' });
  const second = new SepaForm(new Widget(page, '#second'));
  await second.fill();
  await second.button.click();
  await expect.poll(() => host.tokens('second')).toHaveLength(1);
  await expect(new SepaForm(new Widget(page)).holder).toBeVisible();
  canaries.expectQuiet();
});

test('an npm copy of another major version says why it cannot run', async ({
  backend,
  host,
  page,
  stack,
}) => {
  const { token } = await openSepaSession(backend);
  await page.goto(stack.partner.serve('/copies', document((await serveVersion(page, '1.0.0')) + npm)));
  await expect(host.init({ userSessionToken: token }, 'npmWidget')).rejects.toThrow(
    /already runs version 1\.0\.0 of the payment widget; version [\d.]+ cannot run beside it/,
  );
});

for (const first of ['payment', 'second']) {
  test(`two widgets with their own looks, languages and voices; "${first}" ends first`, async ({
    backend,
    canaries,
    host,
    page,
    stack,
  }) => {
    const [one, two] = await Promise.all([openSepaSession(backend), openSepaSession(backend)]);
    const script = `<script src="${stack.serviceUrl}/widget/widget.js"></script>`;
    await page.goto(stack.partner.serve('/copies', document(script)));
    await host.init({ userSessionToken: one.token, styling: { primaryColor: 'rgb(10, 90, 60)' } });
    await host.init({
      userSessionToken: two.token,
      container: 'second',
      locale: 'de',
      styling: { primaryColor: 'rgb(120, 20, 90)' },
    });
    const forms = {
      payment: new SepaForm(new Widget(page)),
      second: new SepaForm(new Widget(page, '#second'), 'de'),
    };
    await expect(forms.payment.button).toHaveCSS('background-color', 'rgb(10, 90, 60)');
    await expect(forms.second.button).toHaveCSS('background-color', 'rgb(120, 20, 90)');
    const other = first === 'payment' ? 'second' : 'payment';
    await forms[other].holder.fill('Bleibt');

    await host.destroy(first);
    await forms[other].button.click();
    const spoken = page.locator(`#${other} upc-live-region [role=alert]`);
    await expect(spoken).toContainText(other === 'second' ? /\d\sAngaben/ : /check \d entries/);
    await expect(forms[other].holder).toHaveValue('Bleibt');
    await host.destroy(other);
    await expect(page.locator('upc-payment-widget')).toHaveCount(0);
    canaries.expectQuiet();
  });
}
