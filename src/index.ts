import type { PaymentWidgetConfig } from './api/config.js';
import { createInit } from './api/init.js';
import type { PaymentWidget } from './api/payment-widget.js';
import { loadLocale } from './i18n/es-loader.js';
import { claimRuntime } from './runtime.js';
import { version } from './version.js';

export type * from './api/config.js';
export type { PaymentWidget } from './api/payment-widget.js';
export { type ErrorCode, PaymentWidgetError } from './errors/payment-widget-error.js';
export type { PaymentInstrumentDetails } from './gateway/gateway.js';
export type { PaymentResult } from './session/session-state.js';

/**
 * Puts a payment widget into the container.
 *
 * @returns the widget, at once; it loads by itself.
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, what was given and what is allowed.
 */
export function init(config: PaymentWidgetConfig): PaymentWidget {
  return claimRuntime({ version, init: createInit(loadLocale) }).init(config);
}
