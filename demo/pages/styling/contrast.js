/**
 * A colour on another one, and the lowest permitted contrast between them (WCAG 2.2: 1.4.3 for text, 1.4.11 for other
 * distinguishable parts). `page` is the area around the widget.
 *
 * @typedef {object} Pair
 * @property {string} ink custom property
 * @property {string} ground custom property, or `page`
 * @property {3 | 4.5} least
 * @property {string} words
 */

/** @type {readonly Pair[]} */
export const pairs = [
  { ink: '--upc-primary', ground: 'page', least: 3, words: 'on the page' },
  { ink: '--upc-primary', ground: '--upc-background', least: 3, words: 'on fields' },
  { ink: '--upc-primary', ground: '--upc-secondary', least: 3, words: 'on the chosen row' },
  { ink: '--upc-text', ground: 'page', least: 4.5, words: 'on the page' },
  { ink: '--upc-text', ground: '--upc-background', least: 4.5, words: 'on fields' },
  { ink: '--upc-text', ground: '--upc-secondary', least: 4.5, words: 'on the chosen row' },
  { ink: '--upc-text-secondary', ground: 'page', least: 4.5, words: 'on the page' },
  { ink: '--upc-text-secondary', ground: '--upc-background', least: 4.5, words: 'on fields' },
  { ink: '--upc-text-secondary', ground: '--upc-secondary', least: 4.5, words: 'on the chosen row' },
  { ink: '--upc-border', ground: 'page', least: 3, words: 'on the page' },
  { ink: '--upc-border', ground: '--upc-background', least: 3, words: 'on fields' },
  { ink: '--upc-error', ground: 'page', least: 4.5, words: 'on the page' },
  { ink: '--upc-error', ground: '--upc-background', least: 4.5, words: 'on fields' },
  { ink: '--upc-error', ground: '--upc-secondary', least: 4.5, words: 'on the chosen row' },
  { ink: '--upc-success', ground: 'page', least: 4.5, words: 'on the page' },
  { ink: '--upc-success', ground: '--upc-background', least: 4.5, words: 'on fields' },
  { ink: '--upc-success', ground: '--upc-secondary', least: 4.5, words: 'on the chosen row' },
];

/** @typedef {readonly [red: number, green: number, blue: number]} Rgb 0 to 255 */

/**
 * @param {Rgb} one
 * @param {Rgb} other
 * @returns {number} 1 to 21
 */
export function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/**
 * Returns black or white, whichever is easier to read. The widget uses it for the text on its buttons.
 * @param {Rgb} color
 */
export function textOn(color) {
  return contrast(color, [255, 255, 255]) >= contrast(color, [0, 0, 0]) ? 'white' : 'black';
}

/** @param {Rgb} color */
function luminance(color) {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
