import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

it.each(rules)('$name', ({ languages, wrong }) => {
  const faults = localeFiles
    .filter((file) => languages.test(file))
    .flatMap((file) => faultsIn(file, textsOf(file), wrong));
  expect(faults).toEqual([]);
});

/**
 * A method's name is a nominative that no sentence can decline ("Na stronie Polecenie zapłaty BECS"): there it is in
 * parentheses. In a button's few words it may follow a preposition that leaves it as it is.
 */
it('no sentence declines the name of a method', () => {
  const faults = localeFiles.flatMap((file) => {
    const sentences = Object.entries(read(file)).filter(([key]) => !key.startsWith('button.'));
    return faultsIn(file, Object.fromEntries(sentences), /(?<!\()\{\{method\}\}|\{\{method\}\}(?!\))/);
  });
  expect(faults).toEqual([]);
});

/** In some regions a time ends with a stop of its own ("1:30 p.m."), which no sentence may double. */
it('no sentence ends with the time', () => {
  const said = [...localeFiles, 'es-MX', 'es-US'].map((locale) => {
    const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    const time = format.format(13.5 * 3_600_000);
    const text = textsOf(locale)['expiry.until']?.replace('{{time}}', time) ?? '';
    return `${locale}: ${text.includes(time) ? text : 'no time'}`;
  });
  expect(said.filter((text) => /\.\.|no time/.test(text))).toEqual([]);
});

function faultsIn(file: string, texts: Readonly<Record<string, string>>, wrong: RegExp): string[] {
  const faults = Object.entries(texts).filter(([, text]) => wrong.test(text));
  return faults.map(([key, text]) => `${file} ${key}: ${text}`);
}

/** The texts of a locale with those of its language. */
function textsOf(locale: string): Record<string, string> {
  const [language = locale] = locale.split('-');
  return { ...read(language), ...(localeFiles.includes(locale) ? read(locale) : {}) };
}

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(`locales/${file}.json`, 'utf8')) as Record<string, string>;
}
