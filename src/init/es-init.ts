import type { PaymentWidgetConfig, PreloadOptions } from '../config/config.js';
import { loadLogos } from '../elements/logo/es-logos.js';
import { loadLocale } from '../i18n/es-loader.js';
import { version } from '../core/version.js';
import { createInit } from './init.js';
import type { PaymentWidget } from './payment-widget.js';
import { createPreload } from './preload.js';
import { claimRuntime, findRuntime, type Runtime } from './runtime.js';

/**
 * Puts a payment widget into the container.
 *
 * @returns the widget, immediately; loading continues in the background.
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, the given value and what is allowed.
 */
export function init(config: PaymentWidgetConfig): PaymentWidget {
  return claimRuntime(ownRuntime()).init(config);
}

/**
 * Loads code, texts and logos for a later `init`. It needs no token, leaves nothing on the page, and may be called
 * again.
 *
 * @throws PaymentWidgetError VALIDATION_ERROR naming the option, the given value and what is allowed.
 */
export function preload(options: PreloadOptions): void {
  findRuntime(ownRuntime()).preload(options);
}

function ownRuntime(): Runtime {
  const data = [loadLocale, loadLogos] as const;
  return { version, init: createInit(...data), preload: createPreload(...data) };
}
