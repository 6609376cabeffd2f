import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import english from '../../locales/en.json';
import { catalogue, methodNames } from '@upc/contract/catalogue';
import { dateLocale, formattingLocale, localeChain, localeFiles, resolveLocale } from './locales.js';

const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(`locales/${file}.json`, 'utf8')) as Record<string, string>;

/* Their texts are checked by scripts/check-locale/locale-files.test.ts, with the same command that translators use. */
describe('the locale files', () => {
  it('are the ones that the widget may ask for', () => {
    const files = readdirSync('locales').map((name) => name.replace('.json', ''));
    expect(files.sort()).toEqual([...localeFiles].sort());
  });

  const debits = methodNames.filter((method) => catalogue[method].flow === 'debit' && method !== 'SEPA');
  it.each([
    ['button.signAndPay', debits],
    ['button.signAndSave', debits],
    ['mandate.byButton', debits],
    ['mandate.reference', debits],
    // The BECS mandate is given on the provider's page but can also be downloaded here.
    ['download.title', [...debits, 'BECS']],
    ['download.link', [...debits, 'BECS']],
    // The other schemes send no copy by e-mail.
    ['email.hint', ['BACS']],
  ])('%s is in the words of every scheme', (key, schemes) => {
    const forms = Object.keys(english).filter((other) => other.startsWith(`${key}_`));
    expect(forms.sort()).toEqual(schemes.map((scheme) => `${key}_${scheme}`).sort());
  });

  // ACH may share SEPA's text, since several languages use one word for authorisation and mandate.
  it.each(localeFiles.filter((file) => !file.includes('-')))('%s calls no other scheme a mandate', (file) => {
    const texts = read(file);
    for (const key of ['button.signAndPay', 'download.link', 'download.title', 'mandate.byButton'])
      for (const scheme of ['BACS', 'LSV', 'CH_DD'])
        expect(texts[`${key}_${scheme}`], `${key}_${scheme}`).not.toBe(texts[key]);
  });
});

describe('resolveLocale', () => {
  it.each([
    ['en', 'en'],
    ['de', 'de'],
    ['DE', 'de'],
    ['de-LU', 'de'],
    ['de_AT', 'de'],
    ['de-CH-1996', 'de'],
    ['en-GB', 'en-GB'],
    ['en-AU', 'en'],
    ['zz', 'en'],
    ['', 'en'],
    ['../../x', 'en'],
    ['de/../x', 'en'],
    ['constructor', 'en'],
  ])('%j is served by %s', (locale, file) => {
    expect(resolveLocale(locale)).toBe(file);
  });

  it('needs the language before a regional file', () => {
    expect(localeChain('de')).toEqual(['de']);
    expect(localeChain('de-CH')).toEqual(['de', 'de-CH']);
  });
});

describe('formattingLocale', () => {
  it.each([
    ['de-CH', 'de-CH'],
    ['de_ch', 'de-CH'],
    ['de', 'de'],
    ['en-GB', 'en-GB'],
    ['fr-CH', 'fr-CH'],
    ['zz-CH', 'en'],
    ['de-????', 'de'],
  ])('%j writes amounts as %s', (locale, expected) => {
    expect(formattingLocale(locale)).toBe(expected);
  });
});

describe('dateLocale', () => {
  it.each([
    ['en', '14:05'],
    ['en-GB', '14:05'],
    ['en-US', '2:05 PM'],
    ['de', '14:05'],
  ])('%j writes the time as its texts are spelt', (locale, expected) => {
    const format = new Intl.DateTimeFormat(dateLocale(locale), { timeStyle: 'short', timeZone: 'UTC' });
    const actual = format.format(new Date('2026-08-20T14:05:00Z'));
    expect(actual.replace(/\s/g, ' ')).toBe(expected);
  });
});
