import type { PaymentWidgetConfig } from '../config/config.js';
import { loadLogos } from '../elements/logo/es-logos.js';
import { loadLocale } from '../i18n/es-loader.js';
import { version } from '../core/version.js';
import { createInit } from './init.js';
import type { PaymentWidget } from './payment-widget.js';
import { claimRuntime } from './runtime.js';

/**
 * Puts a payment widget into the container.
 *
 * @returns the widget, immediately; loading continues in the background.
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, the given value and what is allowed.
 */
export function init(config: PaymentWidgetConfig): PaymentWidget {
  return claimRuntime({ version, init: createInit(loadLocale, loadLogos) }).init(config);
}
