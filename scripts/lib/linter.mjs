import { join } from 'node:path';
import { ESLint } from 'eslint';
import { root } from './root.mjs';

const eslint = new ESLint({ cwd: root });

/**
 * Messages of ESLint on a text, as if it were in a file of ours. For tests of the rules.
 * @param {string} code
 * @param {string} file from the root; it need not be there
 * @returns {Promise<string[]>} one message for each violation
 */
export async function messagesOn(code, file) {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, file) });
  return (result?.messages ?? []).map(({ message }) => message);
}
