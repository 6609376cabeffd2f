import type * as testing from 'upc-payment-widget/testing';

declare global {
  /** The test kit as a classic script, for programs that run it in a page, such as Playwright. */
  var paymentWidgetTesting: typeof testing;
}
