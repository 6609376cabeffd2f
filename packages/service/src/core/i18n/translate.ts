import { existsSync, readFileSync } from 'node:fs';
import { createInstance, type Resource } from 'i18next';
import type shared from '../../../../../locales/en.json';
import type own from '../../../locales/en.json';
import { LANGUAGES } from './languages.js';

type FileKey = keyof typeof own | keyof typeof shared;

/** Key of a text: of `packages/service/locales`, or of `locales`, whose texts the widget and the service share. */
export type TextKey = FileKey extends infer Key
  ? Key extends `${infer Counted}_${Intl.LDMLPluralRule}`
    ? Counted
    : Key
  : never;

/** A text that is part of another one, said in the same language. */
export interface TextPart {
  readonly key: TextKey;
  readonly params?: TextParams;
}

/** Values for the `{{name}}` of a text. `count` chooses the plural. */
export type TextParams = Readonly<Record<string, string | number | TextPart>>;

const i18next = createInstance();
void i18next.init({
  resources: Object.fromEntries(
    LANGUAGES.map((language) => [language, textsOf(language)]),
  ) satisfies Resource,
  supportedLngs: LANGUAGES,
  lng: 'en',
  // After the language of a variant, which has only what differs from it.
  fallbackLng: 'en',
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
});

/** A text in a supported language. */
export function translate(language: string, key: TextKey, params: TextParams = {}): string {
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'object' ? translate(language, value.key, value.params) : value,
  ]);
  return i18next.getFixedT(language)(key, Object.fromEntries(filled) as Record<string, string | number>);
}

/** A part of a text that is said later, in the language that is known then. */
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
