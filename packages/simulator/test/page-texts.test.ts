import { expect, it } from 'vitest';
import { pageTexts } from '../src/pages/texts.js';

it.each([
  ['de-CH', 'de'],
  ['ru', 'ru'],
  ['fr-CH, ru;q=0.9, de;q=0.8', 'ru'],
  ['fr', 'en'],
  ['', 'en'],
])('a page for %j is in %s', (wanted, language) => {
  expect(pageTexts(wanted).language).toBe(language);
});
