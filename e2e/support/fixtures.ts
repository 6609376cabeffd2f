import { test as base } from '@playwright/test';
import { Canaries } from './canaries.js';
import { HostPage } from './host-page.js';
import { PartnerBackend } from './open-api.js';
import type { Build } from './partner-server.js';
import { startStack, type Stack } from './stack.js';
import { Widget } from './widget.js';

interface TestFixtures {
  /** A partner's backend with the key of the EUR studio. */
  readonly backend: PartnerBackend;
  readonly canaries: Canaries;
  /** Script of the partner's page, which `open` has loaded. */
  readonly host: HostPage;
  readonly widget: Widget;
  /** Opens the partner's page with a build. */
  readonly open: (build?: Build) => Promise<void>;
}

/** Provides a real stack per worker, and a page, a backend and a widget per test. It uses only built files. */
export const test = base.extend<TestFixtures, { readonly stack: Stack }>({
  stack: [
    async ({}, use) => {
      const stack = await startStack();
      await use(stack);
      await stack.end();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  backend: async ({ stack }, use) => use(new PartnerBackend(stack.serviceUrl)),
  canaries: async ({ page }, use) => use(new Canaries(page)),
  host: async ({ page, stack }, use) => use(new HostPage(page, stack.serviceUrl)),
  widget: async ({ page }, use) => use(new Widget(page)),
  open: async ({ page, stack, canaries: _watching }, use) => {
    await use(async (build = 'script') => {
      await page.goto(stack.partner.pageUrl(build));
    });
  },
});

export { expect } from '@playwright/test';
export const builds: readonly Build[] = ['script', 'npm'];
