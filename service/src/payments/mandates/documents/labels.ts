import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the documents of mandates call things, by label key. */
export type Labels = Readonly<Record<string, string>>;

const FOLDER = fileURLToPath(new URL('./labels', import.meta.url));
const BY_LANGUAGE: Readonly<Record<string, Labels>> = Object.fromEntries(
  readdirSync(FOLDER).map((name) => {
    const labels = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Labels;
    return [name.replace('.json', ''), labels] as const;
  }),
);
const { en: ENGLISH } = BY_LANGUAGE;

/**
 * Looks labels up in a language, in English where it has none (schemes of English-speaking countries have
 * labels that no other language needs).
 *
 * @throws Error when there is no English one either.
 */
export function labelsIn(language: string): (key: string) => string {
  return (key) => {
    const label = BY_LANGUAGE[language]?.[key] ?? ENGLISH?.[key];
    if (label === undefined) throw new Error(`There is no label ${key}, not even in English.`);
    return label;
  };
}
