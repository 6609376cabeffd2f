import { contrast, pairs, textOn } from './contrast.js';
import { properties } from './options.js';

/** @typedef {import('./contrast.js').Rgb} Rgb */

/** @typedef {{ words: string, ratio: number, least: number }} Reading */

/**
 * Reads the widget's computed colours and their contrast ratios.
 *
 * @param {HTMLElement} container
 * @param {import('./values.js').Values} values
 * @returns {{ colors: ReadonlyMap<string, Rgb>, readings: ReadonlyMap<string, readonly Reading[]>, onButtons: string }}
 * colours and contrast ratios by custom property
 */
export function readColors(container, values) {
  const isDark = isDarkIn(container);
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
        // Custom properties refer to each other. The secondary colour, for example, refers to the primary one.
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

/**
 * Returns whether the widget has its dark colours, as on a dark page.
 * @param {HTMLElement} container
 */
function isDarkIn(container) {
  return container.querySelector('upc-payment-widget')?.getAttribute('data-tone') === 'dark';
}

/**
 * Replaces references to unset properties with their defaults.
 * @param {string} value
 * @param {boolean} isDark
 */
function resolved(value, isDark) {
  return properties.reduce(
    (text, { name, light, dark }) =>
      text.replaceAll(`var(${name})`, `var(${name}, ${isDark ? (dark ?? light) : light})`),
    value,
  );
}

/**
 * Returns the colour behind the widget. On a photograph, this is the colour of the card around it.
 * @param {HTMLElement} container
 */
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
 * @param {string} color any CSS colour
 * @param {Rgb} ground colour behind it
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

/** Formats a colour for `<input type="color">`. @param {Rgb} color */
export function hex(color) {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}
