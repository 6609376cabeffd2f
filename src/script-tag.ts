import { createInit } from './init/init.js';
import { createPreload } from './init/preload.js';
import { scriptLogosLoader } from './elements/logo/script-logos.js';
import { PaymentWidgetError } from './errors/payment-widget-error.js';
import { scriptLocaleLoader } from './i18n/script-loader.js';
import { serviceOf } from './init/service-of.js';
import { claimRuntime } from './init/runtime.js';
import { warnOfElement } from './elements/payment-widget/warn-of-element.js';
import { systemClock } from './core/clock.js';
import { fileOf } from './core/file-of.js';
import { LaterFile } from './core/later-file.js';
import { version } from './core/version.js';

/*
 * The entry for `<script>`. If the page already has another copy, this one has returned earlier (vite.config.ts), so
 * the global name is still free. The script's own address and nonce are only available while it runs.
 */
// An image named `currentScript` on the page shadows the property, and the token must not be sent to the image's host.
// The prototype has the original.
const script: unknown = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')?.get?.call(
  document,
);
const { src: address, nonce } = script instanceof HTMLScriptElement ? script : { src: '', nonce: '' };
const source = fileOf(address, version);

// The build (two-files.ts) declares this object, and calls its `load` in place of `import()` of the second file.
declare const laterFile: { load: () => Promise<object>; readonly shared: object };
declare const __LATER_NAME__: string;
declare const __LATER_INTEGRITY__: string;

const later = new LaterFile({
  firstUrl: source,
  nonce,
  name: __LATER_NAME__,
  integrity: __LATER_INTEGRITY__,
  shared: () => laterFile.shared,
  clock: systemClock,
});
laterFile.load = later.load;

const data = [scriptLocaleLoader(source), scriptLogosLoader(source)] as const;
const preload = createPreload(...data);
claimRuntime({ version, init: ownInit(), preload, later: later.receive });

Object.defineProperty(window, 'paymentWidget', {
  // Only a call by this global name refers to the service that served this copy.
  value: Object.freeze({ init: ownInit(serviceOf(source)), preload, version }),
  configurable: true,
  enumerable: true,
});

addEventListener('load', () => {
  for (const name of ['upc-payment-widget', 'upc-payment'])
    if (document.querySelector(`${name}:not(:defined)`)) warnOfElement(name);
});

/** Creates `init`. Without its address the script could show a form, but not load what submits it. */
function ownInit(servedBy?: string): ReturnType<typeof createInit> {
  const init = createInit(...data, servedBy);
  return (config) => {
    if (source) return init(config);
    throw new PaymentWidgetError(
      'GENERIC_ERROR',
      'widget.js does not know its own address. Load it with <script src="…"> without type="module".',
    );
  };
}
