import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stripeLocale } from './locale.js';

it('is of Stripe, with the region where Stripe has it', () => {
  const locales = {
    'en-CA': 'en-CA',
    'en-GB': 'en-GB',
    'de-CH': 'de',
    'de-LI': 'de',
    'en-US': 'en',
    'fr-LU': 'fr',
    zz: 'en',
  };
  const actual = Object.keys(locales).map((locale) => [locale, stripeLocale(locale)]);
  expect(Object.fromEntries(actual)).toEqual(locales);
});

it('every language of the widget is a language of Stripe', () => {
  for (const file of readdirSync('locales')) {
    const locale = file.replace('.json', '');
    expect(stripeLocale(locale).split('-')[0]).toBe(locale.split('-')[0]);
  }
});
