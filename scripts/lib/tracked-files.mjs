import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Files that git tracks, as paths from the root. A deleted one, which git lists until that is staged, is left out.
 * @param {readonly string[]} patterns of git; none are all files
 * @returns {string[]}
 */
export function trackedFiles(patterns) {
  return execFileSync('git', ['-C', root, 'ls-files', '-z', '--', ...patterns], { encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}
