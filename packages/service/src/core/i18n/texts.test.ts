import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, withoutVariant } from './languages.js';
import { translate } from './translate.js';

type Texts = Readonly<Record<string, string>>;
const folder = new URL('../../../locales/', import.meta.url);
const read = (language: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8')) as Texts;
const english = read('en');
const files = readdirSync(folder).map((name) => name.replace('.json', ''));
const languages = files.filter((file) => !file.includes('-'));
const variants = files.filter((file) => file.includes('-'));

const plural = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string): string => key.replace(plural, '');
const counted = new Set(
  Object.keys(english)
    .filter((key) => plural.test(key))
    .map(withoutPlural),
);
const holes = (text: string): string[] => (text.match(/\{\{\w+\}\}/g) ?? []).sort();
/** Returns the keys that a language must have: those of English, with the plural forms of its own grammar. */
const expectedKeys = (language: string): string[] => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const plain = Object.keys(english).filter((key) => !plural.test(key));
  return [...plain, ...[...counted].flatMap((key) => forms.map((form) => `${key}_${form}`))].sort();
};

/** Lists the faulty texts of a file, as file and key. */
const wrong = (file: string, texts: Texts, isWrong: (text: string, key: string) => boolean): string[] =>
  Object.entries(texts).flatMap(([key, text]) => (isWrong(text, key) ? [`${file}: ${key}`] : []));

/** Reviewed texts that are the same in English and in these languages. */
const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  PAYMENT_DECLINED: languages,
  'becs.bsb.label': languages,
  'contract.start': ['nb', 'sv'],
  'contract.studio': ['de'],
  'document.contact': ['ro'],
  'document.place.online': ['cs', 'de', 'hu', 'it', 'nl', 'pl', 'ro'],
  'document.signature': ['fr'],
  'document.bank': ['de', 'hu', 'nb', 'nl', 'pl', 'sv'],
};

describe('the texts of the service', () => {
  test('are in the languages of the specification, and nothing else', () => {
    expect(files.sort()).toEqual([...LANGUAGES].sort());
  });

  test('say everything in each language, with the plural forms of its grammar, sorted', () => {
    for (const language of languages) expect(Object.keys(read(language))).toEqual(expectedKeys(language));
  });

  test('have in a variant what differs from its language, and nothing else, sorted', () => {
    for (const variant of variants) {
      const [base, own] = [read(withoutVariant(variant)), read(variant)];
      expect(Object.keys(own)).toEqual(Object.keys(own).sort());
      expect(wrong(variant, own, (text, key) => !(key in base) || text === base[key])).toEqual([]);
    }
  });

  test('fill in what English does, and leave nothing empty', () => {
    const inEnglish = (key: string) => english[key] ?? english[`${withoutPlural(key)}_other`] ?? '';
    const isWrong = (text: string, key: string) =>
      text.trim() === '' || holes(text).join() !== holes(inEnglish(key)).join();
    expect(files.flatMap((file) => wrong(file, read(file), isWrong))).toEqual([]);
  });

  test('are not English in another language', () => {
    const same = (language: string) => (text: string, key: string) =>
      text === english[key] && !SAME_AS_ENGLISH[key]?.includes(language);
    const others = languages.filter((language) => language !== 'en');
    expect(others.flatMap((language) => wrong(language, read(language), same(language)))).toEqual([]);
  });

  test('none has the key of a text that the widget has too', () => {
    const shared = JSON.parse(
      readFileSync(new URL('../../../../../locales/en.json', import.meta.url), 'utf8'),
    ) as Texts;
    expect(Object.keys(english).filter((key) => Object.hasOwn(shared, key))).toEqual([]);
  });

  test('each is used', () => {
    const sources = new URL('../../', import.meta.url);
    const source = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(new URL(file, sources), 'utf8'))
      .join('\n');
    const keys = [...new Set(Object.keys(english).map(withoutPlural))];
    expect(keys.filter((key) => !new RegExp(`['\`]${key}['\`]|^  ${key}:`, 'm').test(source))).toEqual([]);
  });
});

describe('translate', () => {
  test('chooses the plural of the language, and says a variant in the words of its language', () => {
    const every = (language: string, count: number) =>
      translate(language, 'frequency.everyMonths', { count });
    expect(every('en-GB', 6)).toBe('Every 6 months');
    expect(every('de-LI', 6)).toBe('Alle 6 Monate');
  });

  test('says the parts of a text in the same language, and leaves what is filled in as it is', () => {
    const problem = {
      key: 'problem.given.unknown',
      params: { given: "O'Neil & <b>", allowed: '$t(x), {{y}}' },
    } as const;
    expect(translate('en', 'errormessage.request.invalid', { problem })).toBe(
      "The request is invalid: O'Neil & <b> is not one of: $t(x), {{y}}.",
    );
    expect(translate('de', 'errormessage.request.invalid', { problem })).toBe(
      "Die Anfrage ist ungültig: O'Neil & <b> ist keiner dieser Werte: $t(x), {{y}}.",
    );
  });
});
