import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { localeFiles } from './locales.js';

/** Rules of each language's typography, and the texts that break them. */
const rules: readonly { readonly name: string; readonly languages: RegExp; readonly wrong: RegExp }[] = [
  { name: 'apostrophes and quotation marks are typographic', languages: /./, wrong: /['"]/ },
  { name: 'an ellipsis is one character', languages: /./, wrong: /\.\.\./ },
  { name: 'no space is doubled or stands at an end', languages: /./, wrong: /^\s|\s$|\s{2}/ },
  // Otherwise the mark may open the next line.
  {
    name: 'a narrow no-break space precedes ; ! ?, a no-break space the colon',
    languages: /^fr/,
    wrong: /(?<!\u202F)[;!?]|(?<!\u00A0):/,
  },
  { name: 'Swiss and Liechtenstein German has no ß', languages: /^de-(CH|LI)$/, wrong: /ß/ },
];

describe.each(rules)('$name', ({ languages, wrong }) => {
  it.each(localeFiles.filter((file) => languages.test(file)))('%s', (file) => {
    const [language = file] = file.split('-');
    const texts = { ...read(language), ...read(file) };
    expect(Object.entries(texts).filter(([, text]) => wrong.test(text))).toEqual([]);
  });
});

/**
 * A method's name is a nominative that no sentence can decline ("Na stronie Polecenie zapłaty BECS"): there it is in
 * parentheses. In a button's few words it may follow a preposition that leaves it as it is.
 */
it.each(localeFiles)('%s declines no name of a method', (file) => {
  const sentences = Object.entries(read(file)).filter(([key]) => !key.startsWith('button.'));
  expect(sentences.filter(([, text]) => /(?<!\()\{\{method\}\}|\{\{method\}\}(?!\))/.test(text))).toEqual([]);
});

/** In some regions a time ends with a stop of its own ("1:30 p.m."), which no sentence may double. */
it.each([...localeFiles, 'es-MX', 'es-US'])('%s ends no sentence with the time', (locale) => {
  const [language = locale] = locale.split('-');
  const texts = { ...read(language), ...(localeFiles.includes(locale) ? read(locale) : {}) };
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    13.5 * 3_600_000,
  );
  const said = texts['expiry.until']?.replace('{{time}}', time);
  expect(said).toContain(time);
  expect(said).not.toContain('..');
});

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${file}.json`, 'utf8')) as Record<string, string>;
}
