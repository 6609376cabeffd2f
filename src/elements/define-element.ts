/** Defines a tag unless the first copy of the widget on the page has already defined it. */
export function defineElement(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
