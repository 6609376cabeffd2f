import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * The keys of all texts, so that a host's editor knows them; some languages have plural forms that others lack.
 * @returns {string} source of a TypeScript module
 */
export function textKeys() {
  const folder = join(root, 'locales');
  const keys = readdirSync(folder).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
  );
  const union = [...new Set(keys)].sort().map((key) => `  | '${key}'`);
  return `// Generated from the files in locales: npm run generate.

/** Key of a text, which \`i18n\` of the configuration may override. */
export type TextKey =
${union.join('\n')};
`;
}
