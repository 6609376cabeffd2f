import type { LocaleLoader, LocaleTexts } from './locale-loader.js';

const files = import.meta.glob<LocaleTexts>(['../../locales/*.json', '!../../locales/en.json'], {
  import: 'default',
});

/** Loads a locale of the ES build. Each locale is a separate chunk, imported on demand. */
export const loadLocale: LocaleLoader = (locale) => {
  const load = files[`../../locales/${locale}.json`];
  return load ? load() : Promise.reject(new Error(`There is no locale file ${locale}.`));
};
