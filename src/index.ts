import type { PaymentWidgetConfig } from './config/config.js';
import { loadMarks } from './elements/mark/es-marks.js';
import { createInit } from './init/init.js';
import type { PaymentWidget } from './init/payment-widget.js';
import { loadLocale } from './i18n/es-loader.js';
import { claimRuntime } from './init/runtime.js';
import { version } from './platform/version.js';

export type * from './config/config.js';
export type { PaymentWidget } from './init/payment-widget.js';
export {
  type ErrorCode,
  type ErrorReason,
  type PaymentFailureReason,
  PaymentWidgetError,
} from './errors/payment-widget-error.js';
export type { PaymentInstrumentDetails } from '@upc/contract/gateway';
export type { PaymentResult } from './flow/flow-state.js';

/**
 * Puts a payment widget into the container.
 *
 * @returns the widget, at once; it loads by itself.
 * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, what was given and what is allowed.
 */
export function init(config: PaymentWidgetConfig): PaymentWidget {
  return claimRuntime({ version, init: createInit(loadLocale, loadMarks) }).init(config);
}
