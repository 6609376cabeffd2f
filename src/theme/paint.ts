import type { Rgb } from './contrast.js';

/**
 * The colour on screen of computed colours on top of each other, the last one on top, whatever their space and
 * transparency.
 *
 * @returns undefined where nothing can be painted.
 */
export function paint(colors: readonly string[]): Rgb | undefined {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return undefined;
  for (const color of colors) {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}
