import { createInit } from './init/init.js';
import { scriptMarksLoader } from './elements/mark/script-marks.js';
import { scriptLocaleLoader } from './i18n/script-loader.js';
import { claimRuntime, type Runtime } from './init/runtime.js';
import { version } from './platform/version.js';

/*
 * The door for <script>. A copy that finds another one on the page has returned before it came here
 * (vite.config.ts), so the name is ours to claim. The script's own address is known only while it runs.
 */
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? '';
const runtime: Runtime = claimRuntime({
  version,
  init: createInit(scriptLocaleLoader(source), scriptMarksLoader(source)),
});

Object.defineProperty(window, 'paymentWidget', {
  value: Object.freeze({ init: runtime.init, version: runtime.version }),
  configurable: true,
  enumerable: true,
});
