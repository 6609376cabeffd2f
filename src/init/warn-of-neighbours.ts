/**
 * Warns a developer that the container already has another widget. Both remain, and each requests its own payment.
 *
 * @param element the later widget, in its container.
 */
export function warnOfNeighbours(element: Element): void {
  const first = element.parentElement?.querySelector(element.localName);
  if (!first || first === element) return;
  // oxlint-disable-next-line no-console -- devMode logs to the console
  console.warn(
    'paymentWidget: the container already contains a widget. Unless you want both, call destroy() of the first one.',
  );
}
