import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { root } from './root.mjs';

/**
 * A text that a script writes, in the form in which `npm run format` leaves it. SQL stays as it is.
 * @param {string} file that it is for: its name says the language
 * @param {string} text
 * @returns {Promise<string>}
 * @throws Error naming the file, where the text is not of its language
 */
export async function formatted(file, text) {
  if (file.endsWith('.sql')) return text;
  const options = JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(file, text, options);
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
