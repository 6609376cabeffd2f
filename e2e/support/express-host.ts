import type { Page } from '@playwright/test';
import { bundledPage } from './bundled-page.js';
import { type ProviderApi, test as base } from './card-frames.js';
import { ExpressSheet } from './express-sheet.js';

/** Options of a row of buttons on the page. */
export interface RowOptions {
  readonly amount?: number;
  readonly scope?: 'MEMBER_ACCOUNT' | 'ECOM';
  /** Amount of the payment that the gateway makes, in minor units, if it is not that of the session. */
  readonly madeFor?: number;
  readonly disableLink?: boolean;
  readonly canPay?: boolean;
  readonly gateway?: 'answers' | 'fails' | 'waits';
  readonly locale?: string;
  readonly dark?: boolean;
}

/** What has happened on the page: approvals, and the end of each confirmation. */
export type Happening =
  | { readonly approved: string }
  | { readonly confirmed: true }
  | { readonly failed: string; readonly reason?: string; readonly openDialogs: number };

/** The widget's part of the simulated provider on a page, with a gateway that does nothing but make intents. */
export class ExpressHost extends ExpressSheet {
  /** Intents that the gateway has made. */
  readonly intents: string[] = [];

  constructor(
    readonly page: Page,
    private readonly provider: ProviderApi,
    private readonly script: string,
  ) {
    super(page);
  }

  /** Adds the row of buttons. @returns `mounted`, or the error */
  async mount({ madeFor, ...options }: RowOptions = {}): Promise<string> {
    const { amount = 25, scope = 'ECOM' } = options;
    await this.page.exposeFunction('makeIntent', async () => {
      const { id, clientSecret } = await this.provider.createIntent({
        amount: madeFor ?? amount * 100,
        ...(amount === 0 && { mode: 'setup', captureMethod: 'automatic' }),
        saveInstrument: scope === 'MEMBER_ACCOUNT',
      });
      this.intents.push(id);
      return clientSecret;
    });
    const contentType = 'text/javascript';
    await this.page.route('**/express.js', (route) => route.fulfill({ contentType, body: this.script }));
    await this.page.addScriptTag({ url: '/express.js', type: 'module' });
    return this.page.evaluate((given) => (window as unknown as HostWindow).express.mount(given), {
      ...options,
      amount,
      scope,
      base: this.provider.url,
    });
  }

  happened(): Promise<readonly Happening[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).express.happened);
  }

  /** Lets a gateway answer that waits. */
  letGatewayAnswer(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as HostWindow).express.letGatewayAnswer());
  }

  destroy(): Promise<void> {
    return this.page.evaluate(() => (window as unknown as HostWindow).express.destroy());
  }

  /** Returns the state of the last payment, or the reason for its failure. */
  outcome(): Promise<string> {
    return this.provider.outcome(this.intents.at(-1) ?? '');
  }
}

interface HostWindow {
  readonly express: {
    mount(options: object): Promise<string>;
    readonly happened: readonly Happening[];
    letGatewayAnswer(): void;
    destroy(): void;
  };
}

const source = `
import { systemClock } from '/src/core/clock.ts';
import { simulator } from '/src/providers/simulator/simulator.ts';

const colors = {
  light: ['#1a2233', '#52607a', '#7a8499', '#ffffff', '#1d4ed8', '#b42318', '#067647'],
  dark: ['#e8ecf4', '#a9b4c8', '#7a8499', '#161d2b', '#8fb4ff', '#ff9c92', '#5fd39b'],
};
const names = ['text', 'placeholder', 'border', 'background', 'focus', 'error', 'success'];
const field = { fontFamily: 'Georgia, serif', fontSize: '16px', borderTopLeftRadius: '4px', height: '40px' };

/** Returns the node of the row, which is a flex container as it is in the widget. */
function rowOfPage() {
  const node = document.getElementById('fields');
  node.style.display = 'flex';
  return node;
}

globalThis.express = {
  happened: [],
  async mount({ base, amount, scope, disableLink = false, canPay = true, gateway = 'answers', locale = 'en', dark }) {
    const { happened } = this;
    const tone = dark ? 'dark' : 'light';
    document.body.classList.toggle('dark', tone === 'dark');
    const waiting = new Promise((resolve) => (this.letGatewayAnswer = resolve));
    try {
      this.buttons = await simulator.mountExpress({
        session: { amount: { amount, currency: 'EUR' }, scope },
        offer: { provider: { frameUrl: base + '/frames/card', publicKey: 'pk_test_frames' } },
        disableLink,
        locale,
        texts: { 'challenge.close': 'Close' },
        appearance: {
          field,
          colors: Object.fromEntries(names.map((name, at) => [name, colors[tone][at]])),
          colorScheme: tone,
        },
        node: rowOfPage(),
        modalParent: document.body,
        clock: systemClock,
        signal: new AbortController().signal,
        canPay: () => canPay,
        async onApprove({ wallet, confirm }) {
          happened.push({ approved: wallet });
          if (gateway === 'fails') throw new Error('The gateway does not answer.');
          if (gateway === 'waits') await waiting;
          const clientSecret = await makeIntent();
          try {
            await confirm({ type: 'PROVIDER_CONFIRM', provider: 'SIMULATOR', clientSecret }, location.href);
            happened.push({ confirmed: true });
          } catch (error) {
            const { message, reason } = error;
            const openDialogs = document.querySelectorAll('dialog').length;
            happened.push({ failed: message, openDialogs, ...(reason && { reason }) });
            throw error;
          }
        },
      });
      return 'mounted';
    } catch (error) {
      return error.code + ': ' + error.message;
    }
  },
  destroy() {
    this.buttons.destroy();
  },
};
`;

/** Provides a page with the widget's part of the provider, whose script is bundled once per worker. */
export const test = base.extend<{ readonly express: ExpressHost }, { readonly expressScript: string }>({
  expressScript: [async ({}, use) => use(await bundledPage(source)), { scope: 'worker' }],
  express: async ({ page, provider, hostPages, expressScript }, use) => {
    await page.goto(hostPages.url);
    await use(new ExpressHost(page, provider, expressScript));
  },
});

export { expect } from '@playwright/test';
