/** Gives a stylesheet to the widget that the node stands in, once. */
export function adoptStyles(node: Node, styles: CSSStyleSheet): void {
  const root = node.getRootNode();
  if (root instanceof ShadowRoot && !root.adoptedStyleSheets.includes(styles)) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styles];
  }
}
