import { contrast, pairs, textOn } from './contrast.js';
import { properties } from './options.js';

/** @typedef {import('./contrast.js').Rgb} Rgb */

/** @typedef {{ words: string, ratio: number, least: number }} Reading */

/**
 * The colours of the widget as they come out in the end, and how they can be read.
 *
 * @param {HTMLElement} container
 * @param {import('./values.js').Values} values
 * @returns {{ colors: ReadonlyMap<string, Rgb>, readings: ReadonlyMap<string, readonly Reading[]>, onButtons: string }}
 *   by custom property
 */
export function readColors(container, values) {
  const isDark = container.querySelector('upc-payment-widget')?.getAttribute('data-tone') === 'dark';
  const probe = document.createElement('span');
  probe.hidden = true;
  for (const { name, option } of properties) {
    const given = option === undefined ? '' : (values[`styling.${option}`] ?? '');
    if (given !== '' && CSS.supports('color', given)) probe.style.setProperty(name, given);
  }
  container.append(probe);
  const page = pageColor(container);
  const colors = new Map(
    properties
      .filter(({ light }) => CSS.supports('color', light))
      .map(({ name, light, dark }) => {
        // Custom properties refer to each other, such as the secondary colour to the primary one.
        probe.style.color = resolved(`var(${name}, ${isDark ? (dark ?? light) : light})`, isDark);
        return [name, painted(getComputedStyle(probe).color, page)];
      }),
  );
  probe.remove();
  const readings = new Map(
    [...colors].map(([name, ink]) => [
      name,
      pairs
        .filter((pair) => pair.ink === name)
        .map(({ ground, least, words }) => ({
          words,
          least,
          ratio: contrast(ink, colors.get(ground) ?? page),
        })),
    ]),
  );
  return { colors, readings, onButtons: textOn(colors.get('--upc-primary') ?? page) };
}

/** A value in which properties that are not set have their defaults. @param {string} value @param {boolean} isDark */
function resolved(value, isDark) {
  return properties.reduce(
    (text, { name, light, dark }) =>
      text.replaceAll(`var(${name})`, `var(${name}, ${isDark ? (dark ?? light) : light})`),
    value,
  );
}

/** The colour behind the widget; behind a photograph, the card that it is on. @param {HTMLElement} container */
function pageColor(container) {
  for (
    let element = /** @type {Element | null} */ (container);
    element !== null;
    element = element.parentElement
  ) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor))
      return painted(backgroundColor, [255, 255, 255]);
  }
  return /** @type {Rgb} */ ([255, 255, 255]);
}

/**
 * @param {string} color any of CSS
 * @param {Rgb} ground seen through it
 * @returns {Rgb}
 */
function painted(color, ground) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return ground;
  for (const fill of [`rgb(${ground.join(' ')})`, color]) {
    context.fillStyle = fill;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** As `<input type="color">` has it. @param {Rgb} color */
export function hex(color) {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
