/*
 * Globals that the script `widget.js` adds to a page. Only a project that references this file sees them, for example
 * with `import type {} from 'upc-payment-widget/widget.js'`.
 */
import type { PaymentWidget, PaymentWidgetConfig, PreloadOptions } from '../dist/index.js';

/** The payment widget of a page that loads the script. */
export interface PaymentWidgetGlobal {
  /**
   * Puts a payment widget into the container.
   *
   * @returns the widget, immediately; loading continues in the background.
   * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, the given value and what is allowed.
   */
  readonly init: (config: PaymentWidgetConfig) => PaymentWidget;
  /**
   * Loads texts and logos for a later `init`. It needs no token, leaves nothing on the page, and may be called again.
   *
   * @throws PaymentWidgetError VALIDATION_ERROR naming the option, the given value and what is allowed.
   */
  readonly preload: (options: PreloadOptions) => void;
  /** Version of the script, such as `0.1.0`. */
  readonly version: string;
}

declare global {
  /** Absent until the script has run. */
  // Declared with `var`, so that it also exists on `window` and `globalThis`.
  var paymentWidget: PaymentWidgetGlobal;
}
