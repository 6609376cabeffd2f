import { setImportant } from '../page-style.js';

const svg = 'http://www.w3.org/2000/svg';

/** Creates the icon beside an error, as in the widget's own fields. */
export function errorIcon(): SVGElement {
  return icon('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7.5v5.5M12 16.3v.2', {
    'margin-block-start': '0.15em',
  });
}

/** Returns the content of the label of a corrected field, with a tick as in the widget's own fields. */
export function withTick(label: string, color: string): readonly (Node | string)[] {
  const last = label.lastIndexOf(' ') + 1;
  const end = document.createElement('span');
  end.append(
    label.slice(last),
    icon('m5 12.5 4.5 4.5L19 7.5', { color, flex: '0 1 16px', 'min-inline-size': '0' }),
  );
  setImportant(end, {
    display: 'inline-flex',
    gap: '6px',
    'align-items': 'center',
    'max-inline-size': '100%',
  });
  return [label.slice(0, last), end];
}

/** Creates an icon. It is only decoration; the text beside it has the same meaning. */
function icon(shape: string, style: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svg, 'svg');
  element.setAttribute('viewBox', '0 0 24 24');
  element.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', shape);
  element.append(path);
  setImportant(element, {
    flex: 'none',
    'block-size': '16px',
    'inline-size': '16px',
    fill: 'none',
    stroke: 'currentcolor',
    'stroke-linecap': 'round',
    'stroke-width': '2',
    ...style,
  });
  return element;
}
