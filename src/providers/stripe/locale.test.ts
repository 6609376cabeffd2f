import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stripeLocale } from './locale.js';

it.each([
  ...['cs', 'de', 'en', 'es', 'fr', 'hu', 'it', 'nb', 'nl', 'pl', 'ro', 'ru', 'sl', 'sv', 'tr'].map(
    (same) => [same, same],
  ),
  ['en-CA', 'en-CA'],
  ['en-GB', 'en-GB'],
  ['de-CH', 'de'],
  ['de-LI', 'de'],
  ['en-US', 'en'],
  ['fr-LU', 'fr'],
  ['zz', 'en'],
])('%s is %s at Stripe', (locale, expected) => {
  expect(stripeLocale(locale)).toBe(expected);
});

it('every language of the widget is a language of Stripe', () => {
  for (const file of readdirSync('locales')) {
    const locale = file.replace('.json', '');
    expect(stripeLocale(locale).split('-')[0]).toBe(locale.split('-')[0]);
  }
});
