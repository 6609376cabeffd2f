import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/** Ending of a text that is chosen by a count; which there are differs between languages. */
const pluralForm = /_(zero|one|two|few|many|other)$/;

/**
 * The keys of all texts, so that the compiler knows those in code and a host's editor those it may override.
 * @returns {string} source of a TypeScript module
 */
export function textKeys() {
  const folder = join(root, 'locales');
  const keys = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  return `// Generated from the files in locales: npm run generate.

/** Key of a text, as code asks for it: one that depends on a count is named without its plural forms. */
export type TextKey =
${union(keys.map((key) => key.replace(pluralForm, '')))};

/** Key of a plural form, as the files have it. Some languages have forms that others lack. */
export type PluralKey =
${union(keys.filter((key) => pluralForm.test(key)))};
`;
}

/** @param {readonly string[]} keys */
function union(keys) {
  return [...new Set(keys)]
    .sort()
    .map((key) => `  | '${key}'`)
    .join('\n');
}
