import { describe, expect, it } from 'vitest';
import { poorPairs } from './color-pairs.js';
import type { Rgb } from './contrast.js';

type Painted =
  | 'page'
  | 'background'
  | 'secondary'
  | 'primary'
  | 'text'
  | 'text-secondary'
  | 'border'
  | 'error';

const white: Rgb = [255, 255, 255];
const fine: Readonly<Record<Painted | 'success' | 'on-primary', Rgb>> = {
  page: white,
  background: white,
  secondary: [238, 244, 255],
  primary: [29, 78, 216],
  text: [26, 34, 51],
  'text-secondary': [82, 96, 122],
  border: [122, 132, 153],
  error: [180, 35, 24],
  success: [6, 118, 71],
  'on-primary': white,
};

/** Returns the poor pairs for these colours, all of which are opaque. */
function poorWith(changes: Partial<Record<keyof typeof fine, Rgb | undefined>>): readonly string[] {
  const colors = { ...fine, ...changes };
  const poor = poorPairs((layers) => {
    const top = layers.at(-1);
    if (top === undefined) return colors.page;
    // The test uses the fallback, since it does not set the colours that the theme adds for a ground.
    const name = /var\(--_(?:on-(?:background|secondary), var\(--_)?([\w-]+)/.exec(top)?.[1];
    return colors[name as keyof typeof fine];
  });
  return poor.map(({ what, ratio, least }) => `${what} ${ratio.toFixed(1)} of ${least}`);
}

describe('colours below AA', () => {
  it('do not occur in the defaults', () => expect(poorWith({})).toEqual([]));

  it.each<[string, Parameters<typeof poorWith>[0], readonly string[]]>([
    [
      'pale text',
      { text: [136, 136, 136] },
      ['text 3.5 of 4.5', 'text in fields and rows 3.5 of 4.5', 'text in the chosen row 3.2 of 4.5'],
    ],
    [
      'a pale hint',
      { 'text-secondary': [125, 125, 125] },
      ['hints 4.1 of 4.5', 'hints in rows 4.1 of 4.5', 'hints in the chosen row 3.7 of 4.5'],
    ],
    ['a pale error', { error: [230, 100, 90] }, ['errors 3.3 of 4.5', 'errors in the chosen row 3.0 of 4.5']],
    [
      'a pale choice',
      { primary: [150, 180, 255] },
      [
        'choice and focus 2.0 of 3',
        'choice in rows 2.0 of 3',
        'choice and focus in the chosen row 1.9 of 3',
        'text of buttons 2.0 of 4.5',
      ],
    ],
    [
      'a pale border',
      { border: [200, 200, 200] },
      ['fields and rows 1.7 of 3', 'fields in the chosen row 1.7 of 3'],
    ],
    [
      'a pale border around dark fields',
      { border: [200, 200, 200], background: [20, 20, 20] },
      [
        'text in fields and rows 1.2 of 4.5',
        'hints in rows 2.9 of 4.5',
        'success in rows 3.2 of 4.5',
        'choice in rows 2.7 of 3',
      ],
    ],
    [
      'a page of unknown colour',
      { page: undefined, text: [136, 136, 136], border: [200, 200, 200] },
      [
        'text in fields and rows 3.5 of 4.5',
        'text in the chosen row 3.2 of 4.5',
        'fields in the chosen row 1.7 of 3',
      ],
    ],
  ])('%s', (_, colors, poor) => expect(poorWith(colors)).toEqual(poor));
});
