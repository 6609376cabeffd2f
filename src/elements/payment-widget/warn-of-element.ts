/** Tells a developer of an element that the page has instead of a call: it has no session, so it shows nothing. */
export function warnOfElement(): void {
  // eslint-disable-next-line no-console -- no configuration is there that could have asked for it
  console.warn('paymentWidget: <upc-payment-widget> is nothing without init().');
}
