/** Sets inline declarations with `!important`, since a page's CSS reset affects nodes in its light DOM. */
export function setImportant(
  element: HTMLElement | SVGElement,
  declarations: Readonly<Record<string, string>>,
): void {
  for (const [property, value] of Object.entries(declarations)) {
    element.style.setProperty(property, value, 'important');
  }
}
