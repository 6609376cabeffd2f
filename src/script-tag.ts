import { createInit } from './init/init.js';
import { scriptLogosLoader } from './elements/logo/script-logos.js';
import { scriptLocaleLoader } from './i18n/script-loader.js';
import { serviceOf } from './init/service-of.js';
import { claimRuntime } from './init/runtime.js';
import { warnOfElement } from './elements/payment-widget/warn-of-element.js';
import { version } from './core/version.js';

/*
 * The entry for <script>. A copy that finds another one on the page has returned before it came here
 * (vite.config.ts), so the name is ours to claim. The script's own address is known only while it runs.
 */
const script = document.currentScript;
// An image of that name on the page would stand in for it, and a token must not follow an image.
const source = script instanceof HTMLScriptElement ? script.src : '';
const data = [scriptLocaleLoader(source), scriptLogosLoader(source)] as const;
claimRuntime({ version, init: createInit(...data) });

Object.defineProperty(window, 'paymentWidget', {
  // Only who calls this copy by its name means the service that it came from.
  value: Object.freeze({ init: createInit(...data, serviceOf(source)), version }),
  configurable: true,
  enumerable: true,
});

addEventListener('load', () => {
  for (const name of ['upc-payment-widget', 'upc-payment'])
    if (document.querySelector(`${name}:not(:defined)`)) warnOfElement(name);
});
