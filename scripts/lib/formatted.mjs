import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from './root.mjs';

/**
 * Formats a text that a script writes as `npm run format` would. SQL stays as it is.
 * @param {string} file file that will contain the text; its name determines the language
 * @param {string} text
 * @returns {Promise<string>}
 * @throws Error naming the file, if the text is not valid in its language
 */
export async function formatted(file, text) {
  if (file.endsWith('.sql')) return text;
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
