/*
 * Globals that the script `widget.js` puts on a page. Only a project that names this file has these names, for example with
 * `import type {} from 'upc-payment-widget/widget.js'`.
 */
import type { PaymentWidget, PaymentWidgetConfig } from '../dist/index.js';

/** The payment widget of a page that loads the script. */
export interface PaymentWidgetGlobal {
  /**
   * Puts a payment widget into the container.
   *
   * @returns the widget, at once; it loads by itself.
   * @throws PaymentWidgetError VALIDATION_ERROR naming the parameter, what was given and what is allowed.
   */
  readonly init: (config: PaymentWidgetConfig) => PaymentWidget;
  /** Of the script, such as `0.1.0`. */
  readonly version: string;
}

declare global {
  /** Absent until the script has run. */
  // As a script declares it, so that it is on `window` and `globalThis` too.
  var paymentWidget: PaymentWidgetGlobal;
}
