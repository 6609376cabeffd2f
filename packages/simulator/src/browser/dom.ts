export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== '' || name === 'required') made.setAttribute(name, value);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates a drawing. It is only decoration, because the text beside it has the same meaning. */
export function drawing(
  className: string,
  viewBox: string,
  shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[],
): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const set = (node: SVGElement, attributes: Readonly<Record<string, string>>): void => {
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  };
  set(svg, { class: className, viewBox, 'aria-hidden': 'true' });
  for (const [tag, attributes] of shapes) {
    const shape = document.createElementNS(SVG, tag);
    set(shape, attributes);
    svg.append(shape);
  }
  return svg;
}

/** Returns the content of a label with a tick after its last word. */
export function withTick(label: string): readonly (Node | string)[] {
  const last = label.lastIndexOf(' ') + 1;
  const end = element('span', { class: 'label-end' });
  end.append(label.slice(last), drawing('icon', '0 0 24 24', [['path', { d: 'm5 12.5 4.5 4.5L19 7.5' }]]));
  return [label.slice(0, last), end];
}

/**
 * Returns an element that the server has put into the document.
 *
 * @throws Error when there is none
 */
export function found<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  selector = '',
): HTMLElementTagNameMap[Tag] {
  const element = document.querySelector<HTMLElementTagNameMap[Tag]>(`${tag}${selector}`);
  if (element === null) throw new Error(`The document has no ${tag}${selector}.`);
  return element;
}

/** Reports the height of the page now and after every change. */
export function reportHeight(report: (height: number) => void): void {
  const { documentElement: page } = document;
  new ResizeObserver(() => report(page.offsetHeight)).observe(page);
}

export function errorIcon(): SVGElement {
  return drawing('icon', '0 0 24 24', [
    ['circle', { cx: '12', cy: '12', r: '9' }],
    ['path', { d: 'M12 7.5v5.5M12 16.3v.2' }],
  ]);
}
