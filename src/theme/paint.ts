import { parseComputedColor, type Rgb } from './contrast.js';

/**
 * Returns the colour on the screen of computed colours on top of each other, the last one on top, in any colour space
 * and with any transparency.
 *
 * @returns undefined if nothing can be painted.
 */
export function paint(colors: readonly string[]): Rgb | undefined {
  // The last colour is usually opaque and in this format, so the page need not wait for a canvas.
  const top = colors.at(-1) ?? '';
  if (/^rgb\(\d+, \d+, \d+\)$/.test(top)) return parseComputedColor(top);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
