import { parseComputedColor, type Rgb } from './contrast.js';

/**
 * The colour on screen of computed colours on top of each other, the last one on top, whatever their space and
 * transparency.
 *
 * @returns undefined where nothing can be painted.
 */
export function paint(colors: readonly string[]): Rgb | undefined {
  // Mostly the last one is opaque, as browsers write it: no canvas, which a page would wait for.
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
