/** Tells a developer of an element that the page has instead of a call: it has no session, so it shows nothing. */
export function warnOfElement(name = 'upc-payment-widget'): void {
  // eslint-disable-next-line no-console -- no configuration is there that could have asked for it
  console.warn(
    `paymentWidget: <${name}> is nothing without ${name === 'upc-payment' ? 'its script' : 'init()'}.`,
  );
}
