import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test';
import { startFrameHost, type FrameHost } from './frame-host.js';
import { startProcess } from './process.js';

type Layout = 'combined' | 'number' | 'expiry' | 'cvc';
type Field = 'number' | 'expiry' | 'cvc';

/** A message from a frame, with the layout of that frame. */
export interface Heard {
  readonly layout: string;
  readonly type: string;
  readonly [name: string]: unknown;
}

export interface MountOptions {
  readonly layouts?: readonly Layout[];
  readonly key?: string;
  /** Nonce to send instead of the correct one. */
  readonly connectNonce?: string;
  readonly connect?: boolean;
  /** Time after which a frame counts as silent, in milliseconds. */
  readonly deadline?: number;
  readonly configure?: object;
}

const ACCOUNT = 'pk_test_frames';

const field = {
  fontFamily: 'Georgia, serif',
  fontSize: '16px',
  lineHeight: '23px',
  paddingLeft: '12px',
  paddingRight: '12px',
  borderTopWidth: '1px',
  borderTopLeftRadius: '4px',
  height: '48px',
};
const colors = {
  text: 'rgb(26, 34, 51)',
  placeholder: 'rgb(82, 96, 122)',
  border: 'rgb(122, 132, 153)',
  background: 'rgb(255, 255, 255)',
  focus: 'rgb(29, 78, 216)',
  error: 'rgb(180, 35, 24)',
  success: 'rgb(6, 118, 71)',
};
export const configure = { type: 'configure', appearance: { field, colors }, locale: 'en', texts: {} };

/** Calls the simulated provider, which runs in its own process with one studio. */
export class ProviderApi {
  constructor(
    readonly url: string,
    private readonly secretKey: string,
  ) {}

  async register(publicKey: string, origins: readonly string[]): Promise<void> {
    await this.#ask('PUT', `/v1/accounts/${publicKey}`, { merchantName: 'Northside Berlin', origins });
  }

  /** Creates a card payment that waits for its confirmation. */
  async createIntent(more: object = {}): Promise<{ id: string; clientSecret: string }> {
    return (await this.#ask('POST', '/v1/intents', {
      mode: 'payment',
      paymentMethod: 'CREDIT_CARD',
      amount: 4990,
      currency: 'EUR',
      captureMethod: 'manual',
      customer: 'customer-1',
      statementText: 'Fees',
      ...more,
    })) as { id: string; clientSecret: string };
  }

  /** Starts to collect an instrument on a page of the provider. @returns the address of the page */
  async openPage(
    paymentMethod: string,
    currency: string,
    returnUrl: string,
  ): Promise<{ id: string; url: string }> {
    const terms = {
      mode: 'setup',
      amount: 0,
      captureMethod: 'automatic',
      paymentMethod,
      currency,
      returnUrl,
    };
    const { id } = await this.createIntent(terms);
    const { nextAction } = (await this.#ask('POST', `/v1/intents/${id}/confirm`, {})) as {
      nextAction: { url: string };
    };
    return { id, url: nextAction.url };
  }

  /** Returns the intent's state, or the reason for its failure. */
  async outcome(id: string): Promise<string> {
    const intent = (await this.#ask('GET', `/v1/intents/${id}`)) as {
      status: string;
      failure?: { code: string };
    };
    return intent.failure?.code ?? intent.status;
  }

  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        authorization: `Bearer ${this.secretKey}`,
        'simulator-account': ACCOUNT,
        'idempotency-key': randomBytes(12).toString('hex'),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }
}

/** Card frames on a page, from the person's and the page's side. */
export class CardFrames {
  constructor(
    readonly page: Page,
    private readonly provider: ProviderApi,
  ) {}

  /** Mounts the frames. @returns for each frame: mounted, or silent if it did not respond */
  mount({ layouts = ['combined'], key = ACCOUNT, ...more }: MountOptions = {}): Promise<string[]> {
    const nonce = randomBytes(16).toString('hex');
    const options = { base: this.provider.url, key, layouts, nonce, configure, ...more };
    return this.page.evaluate(
      (given) => (window as unknown as { host: { mount(o: object): Promise<string[]> } }).host.mount(given),
      options,
    );
  }

  frame(layout: string): FrameLocator {
    return this.page.frameLocator(`iframe[title="${layout}"]`);
  }

  input(name: Field, layout = 'combined'): ReturnType<FrameLocator['locator']> {
    return this.frame(layout).locator(`input[name="${name}"]`);
  }

  async type(name: Field, text: string, layout?: string): Promise<void> {
    await this.input(name, layout).click();
    await this.page.keyboard.type(text);
  }

  async typeCard(number: string, separate = false): Promise<void> {
    await this.type('number', number, separate ? 'number' : undefined);
    await this.type('expiry', '1230', separate ? 'expiry' : undefined);
    await this.type('cvc', '123', separate ? 'cvc' : undefined);
  }

  send(message: object, layout = 'combined'): Promise<void> {
    return this.#sendAtOnce([message], layout);
  }

  /** Sends all messages in one turn of the page, so that the frame cannot finish one before the next arrives. */
  #sendAtOnce(messages: readonly object[], layout: string): Promise<void> {
    return this.page.evaluate(
      ([to, all]) => {
        for (const message of all) (window as unknown as HostWindow).host.ports[to]?.postMessage(message);
      },
      [layout, messages] as const,
    );
  }

  heard(): Promise<Heard[]> {
    return this.page.evaluate(() => (window as unknown as HostWindow).host.heard);
  }

  /** Waits for a message of a type and returns the last one. */
  async message(type: string, layout?: string): Promise<Heard> {
    const find = async (): Promise<Heard | undefined> =>
      (await this.heard()).findLast((one) => one.type === type && (layout ?? one.layout) === one.layout);
    await expect.poll(find, `a message of type ${type}`).toBeDefined();
    return (await find())!;
  }

  confirm(clientSecret: string, more: object = {}, layout?: string): Promise<void> {
    return this.send({ ...confirmation(clientSecret), ...more }, layout);
  }

  confirmTwiceAtOnce(clientSecret: string): Promise<void> {
    const message = confirmation(clientSecret);
    return this.#sendAtOnce([message, message], 'combined');
  }

  async result(): Promise<unknown> {
    return (await this.message('result')).result;
  }
}

function confirmation(clientSecret: string): object {
  return { type: 'confirm', id: 'confirm-1', clientSecret, cardHolder: 'Ada Lovelace' };
}

interface HostWindow {
  readonly host: { readonly heard: Heard[]; readonly ports: Record<string, MessagePort> };
}

interface WorkerFixtures {
  readonly provider: ProviderApi;
  readonly hostPages: FrameHost;
}

/** Provides the simulated provider and a host page per worker, and card frames per test. */
export const test = base.extend<{ readonly frames: CardFrames }, WorkerFixtures>({
  provider: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'upc-frames-'));
      const secretKey = randomBytes(24).toString('hex');
      const simulator = await startProcess('packages/simulator/src/main.ts', {
        SIMULATOR_PORT: '0',
        SIMULATOR_DATA_DIR: folder,
        SIMULATOR_SECRET_KEY: secretKey,
        SIMULATOR_DELAY_MS: '0',
      });
      const provider = new ProviderApi(simulator.url, secretKey);
      await provider.register(ACCOUNT, ['http://localhost:*']);
      await use(provider);
      await simulator.end();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  hostPages: [
    async ({ provider }, use) => {
      const pages = await startFrameHost(provider.url);
      await use(pages);
      await pages.close();
    },
    { scope: 'worker' },
  ],
  frames: async ({ page, provider, hostPages }, use) => {
    await page.goto(hostPages.url);
    await use(new CardFrames(page, provider));
  },
});

export { expect } from '@playwright/test';
