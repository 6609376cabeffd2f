import type { PaymentWidgetConfig, PreloadOptions } from '../config/config.js';
import type { LaterCode } from '../core/later-file.js';
import type { PaymentWidget } from './payment-widget.js';
import { PaymentWidgetError } from '../errors/payment-widget-error.js';

/** The widget's code on a page, as other copies of it see it. */
export interface Runtime {
  readonly version: string;
  readonly init: (config: PaymentWidgetConfig) => PaymentWidget;
  readonly preload: (options: PreloadOptions) => void;
  /** Receives the second file of the classic script. */
  readonly later?: (code: LaterCode) => void;
}

/** Symbol that is the same in every copy, however it was loaded. vite.config.ts and script-tag.ts rely on it. */
export const runtimeKey = Symbol.for('upc-payment-widget');

/**
 * Returns the page's only runtime, and makes it the copy's own if there is none. Custom elements cannot be defined
 * twice, so the first copy also serves later ones.
 *
 * @throws PaymentWidgetError GENERIC_ERROR when the page already runs another major version.
 */
export function claimRuntime(own: Runtime): Runtime {
  const runtime = findRuntime(own);
  Object.defineProperty(globalThis, runtimeKey, { value: runtime, configurable: true });
  return runtime;
}

/** Returns what `claimRuntime` would return, but leaves the page unchanged. */
export function findRuntime(own: Runtime): Runtime {
  const first = (globalThis as { [runtimeKey]?: Runtime })[runtimeKey];
  if (!first || major(first.version) === major(own.version)) return first ?? own;
  throw new PaymentWidgetError(
    'GENERIC_ERROR',
    `This page already runs version ${first.version} of the payment widget; version ${own.version} cannot run beside it.`,
  );
}

function major(version: string): string {
  return version.split('.', 1)[0] ?? version;
}
