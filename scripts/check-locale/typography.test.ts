import { expect, it } from 'vitest';
import { folders, locales, read, type Texts, textsOf } from './texts.fixture.js';

/** Typographic rules by language, with a pattern for texts that break them. */
const rules: readonly { readonly name: string; readonly languages: RegExp; readonly wrong: RegExp }[] = [
  { name: 'apostrophes and quotation marks are typographic', languages: /./, wrong: /['"]/ },
  { name: 'an ellipsis is one character', languages: /./, wrong: /\.\.\./ },
  // U+FEFF has no width. It keeps the two parts of iDEAL's name on one line.
  { name: 'no space is doubled or stands at an end', languages: /./, wrong: /^\s|\s$|[^\S\uFEFF]{2}/ },
  // Browsers may break a line after any other hyphen. The name of a header is copied, so it stays as it is.
  {
    name: 'a hyphen next to a single letter, as in e‑mail or s‑a, is U+2011',
    languages: /./,
    wrong: /(?<![\p{L}\d])(?!x-api-key)\p{L}-\p{L}|\p{L}-\p{L}(?!\p{L})/u,
  },
  // Without these spaces the punctuation mark could move to the next line.
  {
    name: 'a narrow no-break space precedes ; ! ?, a no-break space the colon',
    languages: /^fr/,
    wrong: /(?<!\u202F)[;!?]|(?<!\u00A0):/,
  },
  { name: 'Swiss and Liechtenstein German has no ß', languages: /^de-(CH|LI)$/, wrong: /ß/ },
];

it.each(rules)('$name', ({ languages, wrong }) => {
  const faults = locales
    .filter((locale) => languages.test(locale))
    .flatMap((locale) =>
      Object.values(folders).flatMap((folder) => faultsIn(locale, textsOf(folder, locale), wrong)),
    );
  expect(faults).toEqual([]);
});

/**
 * A method's name is in the nominative and cannot be inflected ("Na stronie Polecenie zapłaty BECS"), so sentences put
 * it in parentheses. In short button texts it may follow a preposition that needs no inflection. English has none.
 */
it('no sentence declines the name of a method', () => {
  const inflecting = locales.filter((locale) => !locale.startsWith('en'));
  const faults = inflecting.flatMap((locale) => {
    const sentences = Object.entries(read(folders.widget, locale)).filter(
      ([key]) => !key.startsWith('button.'),
    );
    return faultsIn(locale, Object.fromEntries(sentences), /(?<!\()\{\{method\}\}|\{\{method\}\}(?!\))/);
  });
  expect(faults).toEqual([]);
});

/** In some regions a time ends with a full stop ("1:30 p.m."), which must not be doubled at the end of a sentence. */
it('no sentence ends with the time', () => {
  const said = [...locales, 'es-MX', 'es-US'].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    const time = format.format(13.5 * 3_600_000);
    const text = textsOf(folders.widget, locale)['expiry.until']?.replace('{{time}}', time) ?? '';
    return `${locale}: ${text.includes(time) ? text : 'no time'}`;
  });
  expect(said.filter((text) => /\.\.|no time/.test(text))).toEqual([]);
});

function faultsIn(locale: string, texts: Texts, wrong: RegExp): string[] {
  const faults = Object.entries(texts).filter(([, text]) => wrong.test(text));
  return faults.map(([key, text]) => `${locale} ${key}: ${text}`);
}
