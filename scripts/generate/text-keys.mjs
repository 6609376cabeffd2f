import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

/** Ending of a text that depends on a count. Each language has its own set of these endings. */
const pluralForm = /_(zero|one|two|few|many|other)$/;
/** Ending of a text that is worded for one debit scheme. A text without it is worded for SEPA. */
const schemeForm = /_(ACH|BACS|BECS|CH_DD|LSV)$/;

/**
 * Generates the keys of all texts, so that the compiler checks the keys in our code, and a host's editor those that it
 * may override.
 * @returns {string} source of a TypeScript module
 */
export function textKeys() {
  const folder = join(root, 'locales');
  const keys = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  return `// Generated from the files in locales: npm run generate.

/** Key of a text, as code asks for it: without the forms that a count or the scheme of a mandate chooses. */
export type TextKey =
${union(keys.map((key) => key.replace(pluralForm, '').replace(schemeForm, '')))};

/** Key of a plural form, as the files have it. Some languages have forms that others lack. */
export type PluralKey =
${union(keys.filter((key) => pluralForm.test(key)))};

/** Key of a text in the words of one debit scheme, named as the payment method. */
export type SchemeKey =
${union(keys.filter((key) => schemeForm.test(key)))};
`;
}

/** @param {readonly string[]} keys */
function union(keys) {
  return [...new Set(keys)]
    .sort()
    .map((key) => `  | '${key}'`)
    .join('\n');
}
