import { describe, expect, it } from 'vitest';
import { addStroke, readSvg, strokePath, toSvg } from './signature-svg.js';

describe('a stroke', () => {
  it.each([
    ['nothing', [], ''],
    ['a dot', [{ x: 10, y: 20 }], 'M10 20L10 20'],
    [
      'a line',
      [
        { x: 0, y: 0 },
        { x: 10.04, y: 5 },
        { x: 12.25, y: 0.01 },
      ],
      'M0 0L10 5L12.3 0',
    ],
    [
      'no more places than the eye sees',
      Array.from({ length: 100 }, (_, step) => ({ x: step / 10, y: 0 })),
      'M0 0L1.5 0L3 0L4.5 0L6 0L7.5 0L9 0',
    ],
  ])('is %s', (_, points, path) => {
    expect(strokePath(points)).toBe(path);
  });
});

it('takes no more strokes than a signature can have', () => {
  const scribble = Array.from({ length: 4500 }, (_, step) => ({
    x: (step * 7.3) % 500,
    y: (step * 3.1) % 200,
  }));
  const once = addStroke('', scribble);
  expect(once.length).toBeGreaterThan(25_000);
  expect(addStroke(once, scribble)).toBe(once);
});

describe('a signature', () => {
  it.each([
    { kind: 'drawn' as const, path: 'M0 0L10 5M9 20L9 20' },
    { kind: 'typed' as const, text: 'Maren "M" <Petersen> & Söhne &amp; 李' },
  ])('is read as it was written', (signature) => {
    expect(readSvg(toSvg(signature))).toEqual(signature);
  });

  it('is none when nothing is written', () => {
    expect(toSvg({ kind: 'drawn', path: '' })).toBeUndefined();
    expect(toSvg({ kind: 'typed', text: '  ' })).toBeUndefined();
    expect(readSvg(undefined)).toBeUndefined();
  });

  it('has no markup but its own', () => {
    const svg = toSvg({ kind: 'typed', text: '</text><script>alert(1)</script>' });
    expect(svg).not.toContain('<script');
  });
});
