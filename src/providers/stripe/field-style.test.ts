import { describe, expect, it } from 'vitest';
import type { ProviderAppearance } from '../provider.js';
import { boxStyle, frameStyle } from './field-style.js';

const own: ProviderAppearance = {
  field: { fontFamily: 'Georgia', fontSize: '16px', borderTopWidth: '1px', borderTopLeftRadius: '8px' },
  label: {},
  message: {},
  colorScheme: 'light',
  colors: {
    text: 'black',
    placeholder: 'gray',
    border: 'silver',
    background: 'white',
    focus: 'blue',
    error: 'red',
    success: 'green',
    label: 'black',
  },
};

describe('the style of a separate field', () => {
  it('is that of our own fields', () => {
    expect(frameStyle(own)).toMatchObject({
      base: { color: 'black', fontFamily: 'Georgia', '::placeholder': { color: 'gray' } },
    });
    expect(boxStyle(own, 'base')).toMatchObject({ 'border-color': 'silver', 'border-radius': '8px' });
    expect(boxStyle(own, 'error')).toMatchObject({ 'border-color': 'red' });
  });

  it("takes the host's: text goes into the frame, the box is the page's", () => {
    const given: ProviderAppearance = {
      ...own,
      iframeFields: {
        base: { color: 'navy', backgroundColor: 'ivory' },
        error: { color: 'maroon', backgroundColor: 'pink' },
        validated: { color: 'olive' },
        placeholder: { color: 'tan', backgroundColor: 'tan' },
      },
    };
    const { base, invalid, complete } = frameStyle(given);
    expect(base).toMatchObject({ color: 'navy', '::placeholder': { color: 'tan' } });
    expect(base).not.toHaveProperty('backgroundColor');
    expect(base?.['::placeholder']).toEqual({ color: 'tan' });
    expect(invalid).toMatchObject({ color: 'maroon' });
    expect(complete).toEqual({ color: 'olive' });
    expect(boxStyle(given, 'base')).toMatchObject({ 'background-color': 'ivory', 'border-color': 'silver' });
    expect(boxStyle(given, 'validated')).toMatchObject({ 'background-color': 'ivory' });
    expect(boxStyle(given, 'error')).toMatchObject({ 'background-color': 'pink', 'border-color': 'red' });
  });

  it.each(['backgroundImage', 'background', 'border', 'position', 'content', 'constructor', '--upc-x'])(
    'has no %s of the host',
    (name) => {
      const given = { ...own, iframeFields: { base: { [name]: 'url(https://evil.example/)' } } };
      expect(JSON.stringify([boxStyle(given, 'base'), frameStyle(given)])).not.toContain('evil');
    },
  );
});
