import type { LocaleLoader, LocaleTexts } from './locale-loader.js';

const files = import.meta.glob<LocaleTexts>(['../../locales/*.json', '!../../locales/en.json'], {
  import: 'default',
});

/** Locales of the ES build: a chunk each, imported when asked for. */
export const loadLocale: LocaleLoader = (locale) => {
  const load = files[`../../locales/${locale}.json`];
  return load ? load() : Promise.reject(new Error(`There is no locale file ${locale}.`));
};
