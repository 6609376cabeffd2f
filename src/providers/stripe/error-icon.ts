import { setImportant } from '../page-style.js';

const svg = 'http://www.w3.org/2000/svg';

/** Creates the icon beside an error, as in the widget's own fields. It is only decoration. */
export function errorIcon(): SVGElement {
  const icon = document.createElementNS(svg, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg, 'path');
  path.setAttribute('d', 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7.5v5.5M12 16.3v.2');
  icon.append(path);
  setImportant(icon, {
    flex: 'none',
    'block-size': '16px',
    'inline-size': '16px',
    'margin-block-start': '0.15em',
    fill: 'none',
    stroke: 'currentcolor',
    'stroke-linecap': 'round',
    'stroke-width': '2',
  });
  return icon;
}
