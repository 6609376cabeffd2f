/** The first of the browser's languages that the pages support, with its region, such as `de-CH`; otherwise English. */
export const locale = navigator.languages.find((one) => /^(de|en)\b/i.test(one)) ?? 'en';
export const isGerman = /^de/i.test(locale);

/**
 * Returns the studio to start with if the address names none: the first one that writes in the visitor's language.
 *
 * @template {{ language: string }} Studio
 * @param {readonly Studio[]} studios
 */
export function firstStudio(studios) {
  return studios.find(({ language }) => locale.startsWith(language)) ?? studios[0];
}

/**
 * Returns a function that looks up texts in the visitor's language and fills in placeholders such as `{name}`.
 *
 * @template {string} Key
 * @param {Readonly<Record<Key, string>>} en
 * @param {Readonly<Record<Key, string>>} de
 */
export function translator(en, de) {
  const texts = isGerman ? de : en;
  /**
   * @param {Key} key
   * @param {Readonly<Record<string, string | number>>} [values]
   */
  return (key, values = {}) =>
    texts[key].replace(/\{(\w+)\}/g, (hole, /** @type {string} */ name) => String(values[name] ?? hole));
}

/**
 * Puts the page into the visitor's language. An element names its text in `data-text`, a label in `data-label`.
 *
 * @template {string} Key
 * @param {Readonly<Record<Key, string>>} en all known keys
 * @param {(key: Key) => string} text
 */
export function localisePage(en, text) {
  document.documentElement.lang = locale;
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = text(keyOf(element, 'data-text'));
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(keyOf(element, 'data-label')));
  }

  /**
   * @param {Element} element
   * @param {string} attribute
   * @returns {Key}
   */
  function keyOf(element, attribute) {
    const key = element.getAttribute(attribute) ?? '';
    if (!Object.hasOwn(en, key)) throw new Error(`The page has no text ${key}.`);
    return /** @type {Key} */ (key);
  }
}
