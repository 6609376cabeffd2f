import { describe, expect, test } from 'vitest';
import { LANGUAGES, supportedLanguage } from '../i18n/languages.js';
import { negotiateLanguage, negotiateLocale } from './languages.js';

describe('the language of an answer', () => {
  const LANGUAGE = [
    [undefined, 'nl', 'nl'],
    ['', 'nl', 'nl'],
    ['*', 'nl', 'nl'],
    ['zz, *;q=0.5', 'nl', 'nl'],
    ['*;q=0.1, fr;q=0.3', 'nl', 'fr'],
    [undefined, 'de_at', 'de'],
    [undefined, 'zz', 'en'],
    ['de', 'en', 'de'],
    ['de-LU', 'en', 'de'],
    ['de-CH', 'en', 'de-CH'],
    ['de_ch', 'en', 'de-CH'],
    ['fr-lu', 'en', 'fr-LU'],
    ['no', 'en', 'nb'],
    ['nb-NO', 'en', 'nb'],
    ['zz', 'de', 'en'],
    ['zz, it;q=0.3, pl;q=0.8', 'de', 'pl'],
    ['de;q=0, fr;q=0.1', 'en', 'fr'],
    ['../../x', 'de', 'en'],
    [';;;,,,q=', 'de', 'en'],
  ] as const;

  test('is that of the header, else the studio’s', () => {
    const found = LANGUAGE.map(([header, studio]) => [header, studio, negotiateLanguage(header, studio)]);
    expect(found).toEqual(LANGUAGE);
  });

  const LOCALE = [
    ['fr-BE', 'en', 'fr-BE'],
    ['fr_be;q=0.5, zz', 'en', 'fr-BE'],
    ['no-NO', 'en', 'nb-NO'],
    ['de', 'en', 'de'],
    ['de-CH', 'en', 'de-CH'],
    ['de-Latn-AT', 'en', 'de'],
    ['zz-ZZ', 'de-CH', 'en'],
    ['*', 'de_at', 'de-AT'],
    [undefined, 'it', 'it'],
    [undefined, 'zz-CH', 'en'],
  ] as const;

  test('keeps the region that was asked for', () => {
    const found = LOCALE.map(([header, studio]) => [header, studio, negotiateLocale(header, studio)]);
    expect(found).toEqual(LOCALE);
  });

  test('every language of the specification is supported as itself', () => {
    expect(LANGUAGES.map(supportedLanguage)).toEqual([...LANGUAGES]);
  });
});
