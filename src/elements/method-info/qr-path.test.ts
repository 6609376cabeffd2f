import { expect, it } from 'vitest';
import { qrPath } from './qr-path.js';

/** Draws a path as rows of `#` and dots. */
function drawn(modules: string): string[] {
  const { size, path } = qrPath(modules);
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  return Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (dark.has(`${x},${y}`) ? '#' : '.')).join(''),
  );
}

it.each([
  ['rows that begin within a digit', '5a8', ['.#.', '##.', '#.#']],
  ['each bit of a digit', '8421', ['#...', '.#..', '..#.', '...#']],
  ['nothing of the bits that fill the last digit', '0000007', ['.....', '.....', '.....', '.....', '.....']],
  ['what is no digit as light', 'g0f', ['...', '...', '..#']],
])('the path of a QR code draws %s', (_, modules, rows) => {
  expect(drawn(modules)).toEqual(rows);
});
