import { describe, expect, it } from 'vitest';
import { hostileValues, plainValues } from '../testing/css-values.js';
import { contrast, parseComputedColor, type Rgb, textOn } from './contrast.js';
import { themeProperties } from './styling-properties.js';

describe('text on a colour', () => {
  it('is black or white, whichever can be read on it', () => {
    const colors: readonly (readonly [name: string, color: Rgb, text: string])[] = [
      ['our own blue', [29, 78, 216], '#fff'],
      ['black', [0, 0, 0], '#fff'],
      ['white', [255, 255, 255], '#000'],
      ['yellow', [255, 214, 0], '#000'],
      ['red', [217, 4, 41], '#fff'],
      ['light blue', [143, 180, 255], '#000'],
      ['middle grey', [118, 118, 118], '#000'],
      ['dark green', [6, 118, 71], '#fff'],
    ];
    const chosen = colors.map(([name, color]) => {
      const text = textOn(color);
      const read: Rgb = text === '#fff' ? [255, 255, 255] : [0, 0, 0];
      return [name, text, contrast(color, read) >= 4.5];
    });
    expect(chosen).toEqual(colors.map(([name, , text]) => [name, text, true]));
  });

  it('measures contrast as WCAG does', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
    expect(contrast([119, 119, 119], [255, 255, 255])).toBeCloseTo(4.48, 2);
  });
});

describe('a computed colour', () => {
  it.each<[string, Rgb | undefined]>([
    ['rgb(29, 78, 216)', [29, 78, 216]],
    ['rgba(29, 78, 216, 0.5)', [29, 78, 216]],
    ['rgb(29 78 216 / 50%)', [29, 78, 216]],
    ['color(srgb 1 0.5 0)', [255, 127.5, 0]],
    ['oklch(0.7 0.1 200)', undefined],
    ['', undefined],
  ])('%s', (text, color) => {
    expect(parseComputedColor(text)).toEqual(color);
  });
});

describe('styling', () => {
  const supportsAll = (): boolean => true;

  it('becomes custom properties', () => {
    const properties = themeProperties({ primaryColor: 'tomato', borderRadius: '2px' }, supportsAll);
    expect(properties.get('--upc-primary')).toBe('tomato');
    expect(properties.get('--upc-radius')).toBe('2px');
    expect(properties.get('--upc-text')).toBeUndefined();
  });

  it('leaves out what the browser does not take for that property', () => {
    const supports = (property: string): boolean => property !== 'border-radius';
    expect(themeProperties({ borderRadius: 'red' }, supports).get('--upc-radius')).toBeUndefined();
  });

  it('takes plain values, and no hostile one, whatever the browser says', () => {
    const primary = (primaryColor: string): string | undefined =>
      themeProperties({ primaryColor }, supportsAll).get('--upc-primary');
    expect(hostileValues.filter((value) => primary(value) !== undefined)).toEqual([]);
    expect(plainValues.map(primary)).toEqual(plainValues);
  });

  it('survives values that are not text', () => {
    const styling = { primaryColor: 5 as unknown as string };
    expect(themeProperties(styling, supportsAll).get('--upc-primary')).toBeUndefined();
  });
});
