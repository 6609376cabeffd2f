/** Inline and important: what is in the page's light DOM is in reach of a reset of the page's. */
export function setImportant(
  element: HTMLElement | SVGElement,
  declarations: Readonly<Record<string, string>>,
): void {
  for (const [property, value] of Object.entries(declarations)) {
    element.style.setProperty(property, value, 'important');
  }
}
