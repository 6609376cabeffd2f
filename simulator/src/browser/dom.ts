/** An element with attributes. */
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

/** Decoration; the words beside it say the same. */
export function errorIcon(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({
    class: 'icon',
    viewBox: '0 0 24 24',
    'aria-hidden': 'true',
  })) {
    icon.setAttribute(name, value);
  }
  const circle = document.createElementNS(SVG, 'circle');
  for (const [name, value] of Object.entries({ cx: '12', cy: '12', r: '9' }))
    circle.setAttribute(name, value);
  const mark = document.createElementNS(SVG, 'path');
  mark.setAttribute('d', 'M12 7.5v5.5M12 16.3v.2');
  icon.append(circle, mark);
  return icon;
}
