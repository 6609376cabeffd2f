/**
 * Tells a developer that the container has another widget already: both stay, and each asks for a payment of its own.
 *
 * @param element the later widget, in its container.
 */
export function warnOfNeighbours(element: Element): void {
  const first = element.parentElement?.querySelector(element.localName);
  if (!first || first === element) return;
  // oxlint-disable-next-line no-console -- what devMode is for
  console.warn(
    'paymentWidget: the container has a widget already. Call its destroy() first, unless both are wanted.',
  );
}
