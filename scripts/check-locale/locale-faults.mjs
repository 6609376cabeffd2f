import { isSameOnPurpose } from './same-as-english.mjs';

/** @typedef {Readonly<Record<string, string>>} Texts by key */

/** Endings of plural forms. A text has the forms that its language requires. */
const pluralForm = /_(zero|one|two|few|many|other)$/;

/**
 * Returns the faults in the file of a language or a region. The file of a region contains only what differs from its
 * language.
 *
 * @param {object} file
 * @param {string} file.locale BCP 47, as in the file's name
 * @param {unknown} file.texts content of the file
 * @param {Texts} file.english
 * @param {Texts} [file.language] for a region: the texts of its language
 * @returns {string[]} one sentence each, starting with the key
 */
export function localeFaults({ locale, texts, english, language }) {
  if (typeof texts !== 'object' || texts === null || Array.isArray(texts))
    return [`${locale}: expected an object of texts by key.`];
  const entries = Object.entries(texts);
  const wrong = entries.filter(([, text]) => typeof text !== 'string' || text.trim() === '');
  if (wrong.length > 0) return wrong.map(([key]) => `${key}: expected a text that is not empty.`);
  const given = /** @type {Texts} */ (texts);
  return [
    ...orderFaults(Object.keys(given)),
    ...Object.keys(given).flatMap((key) => unknownFaults(key, locale, english)),
    ...(language ? [] : missingFaults(given, locale, english)),
    ...entries.flatMap(([key, text]) => holeFaults(key, text, original(key, english))),
    ...entries.flatMap(([key, text]) => sameFaults(key, text, { locale, english, language })),
  ];
}

/**
 * Returns the plural forms that a language requires, such as `one`, `few`, `many` and `other`.
 * @param {string} locale
 */
function pluralsOf(locale) {
  return new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
}

/**
 * Returns whether the text of a key depends on a count. The key is given without its plural form.
 * @param {string} key
 * @param {Texts} english
 */
function isCounted(key, english) {
  return Object.hasOwn(english, `${key}_other`);
}

/**
 * Returns the English text of a key. For a plural form, this is its `other`.
 * @param {string} key
 * @param {Texts} english
 */
function original(key, english) {
  return english[key] ?? english[key.replace(pluralForm, '_other')];
}

/** @param {readonly string[]} keys */
function orderFaults(keys) {
  const sorted = [...keys].sort();
  const first = keys.findIndex((key, index) => key !== sorted[index]);
  return first < 0 ? [] : [`${keys[first]}: expected ${sorted[first]} here; keys are sorted.`];
}

/**
 * @param {string} key
 * @param {string} locale
 * @param {Texts} english
 */
function unknownFaults(key, locale, english) {
  const text = key.replace(pluralForm, '');
  if (text === key || !isCounted(text, english))
    return Object.hasOwn(english, key) ? [] : [`${key}: there is no such text.`];
  const forms = pluralsOf(locale);
  return forms.some((form) => key === `${text}_${form}`)
    ? []
    : [`${key}: this language has no such plural form; it has ${forms.join(', ')}.`];
}

/**
 * @param {Texts} texts
 * @param {string} locale
 * @param {Texts} english
 */
function missingFaults(texts, locale, english) {
  const needed = Object.keys(english).flatMap((key) => {
    const text = key.replace(pluralForm, '');
    return text !== key && isCounted(text, english)
      ? pluralsOf(locale).map((form) => `${text}_${form}`)
      : key;
  });
  return [...new Set(needed)].filter((key) => !Object.hasOwn(texts, key)).map((key) => `${key}: missing.`);
}

/**
 * @param {string} key
 * @param {string} text
 * @param {string | undefined} english
 */
function holeFaults(key, text, english) {
  const rest = text.replaceAll(/\{\{\w+\}\}/g, '');
  if (/[{}]/.test(rest)) return [`${key}: a hole is written {{name}}.`];
  if (/\$t\(/.test(rest)) return [`${key}: one text cannot be put into another with $t().`];
  const holes = holesOf(text);
  const expected = english === undefined ? holes : holesOf(english);
  return String(holes) === String(expected)
    ? []
    : [`${key}: has ${holes.join(', ') || 'no hole'}, English has ${expected.join(', ') || 'none'}.`];
}

/** @param {string} text */
function holesOf(text) {
  return (text.match(/\{\{\w+\}\}/g) ?? []).sort();
}

/**
 * @param {string} key
 * @param {string} text
 * @param {{ locale: string, english: Texts, language: Texts | undefined }} others
 */
function sameFaults(key, text, { locale, english, language }) {
  if (language) return language[key] === text ? [`${key}: is the text of the language; leave it out.`] : [];
  if (locale === 'en' || english[key] !== text || isSameOnPurpose(key, locale)) return [];
  return [
    `${key}: is not translated. If it is the same on purpose, add it to scripts/check-locale/same-as-english.mjs.`,
  ];
}
