import { expect } from '@open-wc/testing';
import german from '../../locales/de.json';
import swiss from '../../locales/de-CH.json';
import type { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import { scriptLogosLoader } from '../elements/logo/script-logos.js';
import { scriptLocaleLoader } from '../i18n/script-loader.js';
import { mockGateway } from '../testkit/index.js';
import { createInit } from './init.js';
import { createPreload } from './preload.js';
import { runtimeKey } from './runtime.js';

// This corresponds to the script build, whose data files are served next to the script.
const script = `${location.origin}/widget/widget.js`;
const files: Readonly<Record<string, unknown>> = {
  '/widget/locales/de.json': german,
  '/widget/locales/de-CH.json': swiss,
  '/widget/logos.json': {},
};

/** Returns what a page could notice of the widget, and what browsers retain of it. */
const traces = (): object => ({
  nodes: document.querySelectorAll('*').length,
  sheets: document.adoptedStyleSheets.length,
  elements: ['upc-payment-widget', 'upc-logo', 'upc-review'].filter((tag) => customElements.get(tag)),
  globals: Object.keys(globalThis).length,
  isClaimed: runtimeKey in globalThis,
  stored: localStorage.length + sessionStorage.length,
});

describe('preload', () => {
  const send = window.fetch;
  let asked: string[];
  let isDown: boolean;

  beforeEach(() => {
    asked = [];
    isDown = false;
    window.fetch = (address) => {
      const { pathname } = address as URL;
      asked.push(pathname);
      return isDown
        ? Promise.reject(new TypeError('offline'))
        : Promise.resolve(Response.json(files[pathname]));
    };
  });
  afterEach(() => {
    window.fetch = send;
  });

  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

  async function untilAsked(): Promise<void> {
    while (asked.length < Object.keys(files).length) await frame();
    await frame();
  }

  /** Shows a form and takes it away again. */
  async function show(loaders: Parameters<typeof createPreload>): Promise<void> {
    const container = document.createElement('div');
    document.body.append(container);
    const gateway = mockGateway({ methods: ['SEPA'] });
    const widget = createInit(...loaders)({ ...gateway.config, container, locale: 'de-CH' });
    const element = container.querySelector<PaymentWidgetElement>('upc-payment-widget');
    while (!element?.shadowRoot?.querySelector('[lang="de-CH"] form') || !element.logos) await frame();
    widget.destroy();
    gateway.stop();
    container.remove();
  }

  it('leaves no trace, and init loads nothing again', async () => {
    const loaders = [scriptLocaleLoader(script), scriptLogosLoader(script)] as const;
    const before = traces();
    for (const countryCode of ['GB', 'DE']) createPreload(...loaders)({ locale: 'de-CH', countryCode });
    await untilAsked();
    expect(traces()).to.deep.equal(before);
    await show([...loaders]);
    expect(asked.sort()).to.deep.equal(Object.keys(files).sort());
  });

  it('that fails is silent, and repeated by init', async () => {
    const loaders = [scriptLocaleLoader(script), scriptLogosLoader(script)] as const;
    isDown = true;
    createPreload(...loaders)({ locale: 'de-CH' });
    await untilAsked();
    isDown = false;
    asked = [];
    await show([...loaders]);
    expect(asked.sort()).to.deep.equal(Object.keys(files).sort());
  });
});
