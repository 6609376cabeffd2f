import { test as base, vi } from 'vitest';
import { HostPage } from '../support/host-page.js';
import { PartnerBackend } from '../support/open-api.js';
import { startStack, type Stack } from '../support/stack.js';
import { Browser } from './browser.js';
import { waitOptions } from './wait-options.js';
import { Widget } from './widget.js';

interface Fixtures {
  readonly stack: Stack;
  /** A partner's backend with the key of the EUR studio. */
  readonly backend: PartnerBackend;
  /** A new window for every test. */
  readonly browser: Browser;
  readonly host: HostPage<Browser>;
  readonly widget: Widget;
  /** Opens a page of the partner and from then on records what its content security policy blocks. */
  readonly open: (url: string) => Promise<void>;
  /** Waits for `onSuccess` and returns the token that it received. */
  readonly token: (container?: string) => Promise<string>;
}

/** Provides the same real stack and built files as for the other journeys, in WebKit. */
export const test = base.extend<Fixtures>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.end();
    },
    { scope: 'worker' },
  ],
  backend: async ({ stack }, use) => use(new PartnerBackend(stack.serviceUrl)),
  browser: async ({}, use) => {
    const browser = await Browser.open(variable('UPC_WEBKIT_DRIVER'), variable('UPC_WEBKIT'));
    await use(browser);
    await browser.close();
  },
  host: async ({ browser, stack }, use) => use(new HostPage(browser, stack.serviceUrl)),
  widget: async ({ browser }, use) => use(new Widget(browser)),
  open: async ({ browser }, use) =>
    use(async (url) => {
      await browser.goto(url);
      await browser.evaluate(() => {
        const page = window as unknown as WatchedWindow;
        const stopped: string[] = (page.stopped = []);
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
          stopped.push(`${effectiveDirective}: ${blockedURI}`),
        );
      });
    }),
  token: async ({ host }, use) =>
    use((container) =>
      vi.waitFor(async () => {
        const [token] = await host.tokens(container);
        if (token === undefined) throw new Error(`No token; ${JSON.stringify(await host.events(container))}`);
        return token;
      }, waitOptions),
    ),
});

interface WatchedWindow {
  stopped?: string[];
}

/** Returns what the page's policy has blocked since it was opened. */
export async function stoppedBy(browser: Browser): Promise<readonly string[] | undefined> {
  return browser.evaluate(() => (window as unknown as WatchedWindow).stopped);
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: node scripts/webkit.mjs starts the driver and sets it.`);
  return value;
}
