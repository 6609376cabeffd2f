import { existsSync, readFileSync } from 'node:fs';
import { createInstance, type Resource } from 'i18next';
import type shared from '../../../../../locales/en.json';
import type own from '../../../locales/en.json';
import { LANGUAGES } from './languages.js';

type FileKey = keyof typeof own | keyof typeof shared;

/** Key of a text in `packages/service/locales`, or in `locales`, whose texts the widget and the service share. */
export type TextKey = FileKey extends infer Key
  ? Key extends `${infer Counted}_${Intl.LDMLPluralRule}`
    ? Counted
    : Key
  : never;

/** A text that is part of another one, in the same language. */
export interface TextPart {
  readonly key: TextKey;
  readonly params?: TextParams;
}

/** Values for the `{{name}}` placeholders of a text. `count` selects the plural form. */
export type TextParams = Readonly<Record<string, string | number | TextPart>>;

const i18next = createInstance();
void i18next.init({
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [language, textsOf(language)]),
  ) satisfies Resource,
  supportedLngs: LANGUAGES,
  lng: 'en',
  // English is used after the language of a variant; a variant contains only the texts that differ from its language.
  fallbackLng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

export function translate(language: string, key: TextKey, params: TextParams = {}): string {
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? translate(language, value.key, value.params) : value,
  ]);
  return i18next.getFixedT(language)(key, Object.fromEntries(filled) as Record<string, string | number>);
}

/** Returns the English text of a key, with its placeholders; the general plural form if there are several. */
export function englishText(key: TextKey): string {
  const text = (name: string) => i18next.getResource('en', 'translation', name) as string | undefined;
  return text(key) ?? text(`${key}_other`) ?? '';
}

/** Makes a part of a text that is translated later, once the language is known. */
export function textPart(key: TextKey, params: TextParams = {}): TextPart {
  return { key, params };
}

function textsOf(language: string): { translation: Record<string, string> } {
  const files = [`../../../../../locales/${language}.json`, `../../../locales/${language}.json`]
    .map((path) => new URL(path, import.meta.url))
    .filter((url) => existsSync(url));
  const texts = files.map((url) => JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>);
  return { translation: Object.assign({}, ...texts) as Record<string, string> };
}
