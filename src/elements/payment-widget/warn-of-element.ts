/**
 * Warns a developer that the page contains an element instead of a call of `init`. The element has no session, so it
 * shows nothing.
 */
export function warnOfElement(name = 'upc-payment-widget'): void {
  // oxlint-disable-next-line no-console -- without a configuration, devMode cannot be checked
  console.warn(
    `paymentWidget: <${name}> is ${name === 'upc-payment' ? "not defined yet: import 'upc-payment-widget/element' from npm, or" : 'empty:'} call paymentWidget.init().`,
  );
}
