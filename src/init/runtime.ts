import type { PaymentWidgetConfig } from '../config/config.js';
import type { PaymentWidget } from './payment-widget.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';

/** One copy of the widget's code, as another copy on the page sees it. */
export interface Runtime {
  readonly version: string;
  readonly init: (config: PaymentWidgetConfig) => PaymentWidget;
}

/** The same symbol in every copy, however it was loaded. vite.config.ts and script-tag.ts know it too. */
export const runtimeKey = Symbol.for('upc-payment-widget');

/**
 * One runtime per page: custom elements cannot be defined twice, so the first copy serves the later ones.
 *
 * @throws PaymentWidgetError GENERIC_ERROR when the page already runs another major version.
 */
export function claimRuntime(own: Runtime): Runtime {
  const page = globalThis as { [runtimeKey]?: Runtime };
  const first = page[runtimeKey];
  if (!first) {
    Object.defineProperty(page, runtimeKey, { value: own, configurable: true });
    return own;
  }
  if (major(first.version) === major(own.version)) return first;
  throw new PaymentWidgetError(
    'GENERIC_ERROR',
    `This page already runs version ${first.version} of the payment widget; version ${own.version} cannot run beside it.`,
  );
}

function major(version: string): string {
  return version.split('.', 1)[0] ?? version;
}
