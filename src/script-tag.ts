import { createInit } from './init/init.js';
import { createPreload } from './init/preload.js';
import { scriptLogosLoader } from './elements/logo/script-logos.js';
import { scriptLocaleLoader } from './i18n/script-loader.js';
import { serviceOf } from './init/service-of.js';
import { claimRuntime } from './init/runtime.js';
import { warnOfElement } from './elements/payment-widget/warn-of-element.js';
import { version } from './core/version.js';

/*
 * The entry for `<script>`. If the page already has another copy, this one has returned earlier (vite.config.ts), so
 * the global name is still free. The script's own address is only available while it runs.
 */
const script = document.currentScript;
// An image named `currentScript` on the page would shadow the property, and the token must not be sent to the image's
// host.
const source = script instanceof HTMLScriptElement ? script.src : '';
const data = [scriptLocaleLoader(source), scriptLogosLoader(source)] as const;
const preload = createPreload(...data);
claimRuntime({ version, init: createInit(...data), preload });

Object.defineProperty(window, 'paymentWidget', {
  // Only a call by this global name refers to the service that served this copy.
  value: Object.freeze({ init: createInit(...data, serviceOf(source)), preload, version }),
  configurable: true,
  enumerable: true,
});

addEventListener('load', () => {
  for (const name of ['upc-payment-widget', 'upc-payment'])
    if (document.querySelector(`${name}:not(:defined)`)) warnOfElement(name);
});
