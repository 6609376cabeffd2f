import { expect, it } from 'vitest';
import type { ProviderPresentation } from '../provider.js';
import { stripeAppearance, stripeFonts } from './appearance.js';

const presentation: ProviderPresentation = {
  appearance: {
    field: {
      fontFamily: 'Georgia',
      fontSize: '16px',
      lineHeight: '24px',
      height: '48px',
      paddingLeft: '12px',
      borderTopWidth: '1px',
      borderTopLeftRadius: '3px',
    },
    label: { fontSize: '16px', fontWeight: '500' },
    message: { fontSize: '14px' },
    colorScheme: 'dark',
    colors: {
      text: 'white',
      placeholder: 'gray',
      border: 'silver',
      background: 'black',
      focus: 'blue',
      error: 'red',
      success: 'green',
      label: 'ivory',
    },
  },
  stripe: {},
  customer: {},
  countryCode: 'DE',
  locale: 'en',
  texts: {},
};

it("is that of the widget's own fields, as high as they are", () => {
  expect(stripeAppearance(presentation)).toMatchObject({
    theme: 'night',
    variables: { colorBackground: 'black', colorText: 'ivory', borderRadius: '3px', fontFamily: 'Georgia' },
    rules: {
      '.Input': { border: '1px solid silver', padding: '11px 12px' },
      '.Input--invalid': { border: '1px solid red' },
    },
  });
});

it("is the host's own, untouched, where it gave one", () => {
  const appearance = { theme: 'flat', variables: { colorPrimary: 'tomato' } } as const;
  const fonts = [{ cssSrc: 'https://fonts.example/a.css' }];
  const given = { ...presentation, stripe: { appearance, fonts } };
  expect(stripeAppearance(given)).toEqual(appearance);
  expect(stripeFonts(given)).toEqual(fonts);
  expect(stripeFonts(presentation)).toEqual([]);
});
