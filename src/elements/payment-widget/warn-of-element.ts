/** Tells a developer of an element that the page has instead of a call: it has no session, so it shows nothing. */
export function warnOfElement(name = 'upc-payment-widget'): void {
  // oxlint-disable-next-line no-console -- no configuration is there that could have asked for it
  console.warn(
    `paymentWidget: <${name}> is ${name === 'upc-payment' ? "not defined yet: import 'upc-payment-widget/element' from npm, or" : 'nothing yet:'} call paymentWidget.init().`,
  );
}
