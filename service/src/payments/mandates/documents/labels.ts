import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import english from './labels/en.json' with { type: 'json' };

/** Key of a label; English has them all. */
export type LabelKey = keyof typeof english;

/** What the documents of mandates call things, by label key. */
export type Labels = Readonly<Record<string, string>>;

const FOLDER = fileURLToPath(new URL('./labels', import.meta.url));
const BY_LANGUAGE: Readonly<Record<string, Labels>> = Object.fromEntries(
  readdirSync(FOLDER).map((name) => {
    const labels = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as Labels;
    return [name.replace('.json', ''), labels] as const;
  }),
);

/**
 * Looks labels up in a language, in English where it has none (schemes of English-speaking countries have
 * labels that no other language needs).
 */
export function labelsIn(language: string): (key: LabelKey) => string {
  return (key) => BY_LANGUAGE[language]?.[key] ?? english[key];
}
