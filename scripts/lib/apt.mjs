import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

/** @returns {boolean} whether UPC_NO_INSTALL forbids installing anything outside of this folder */
export function mustNotInstall() {
  return !['', '0', undefined].includes(process.env['UPC_NO_INSTALL']);
}

/**
 * @returns {boolean} whether system packages can be installed without asking: as root, on Debian and its derivatives
 */
export function canInstall() {
  return !mustNotInstall() && process.getuid?.() === 0 && onPath('apt-get').length > 0;
}

/**
 * Installs system packages. The caller must check whether they are available afterwards.
 * @param {string} why reason, which is printed
 * @param {readonly string[]} packages
 */
export async function install(why, packages) {
  console.log(
    `${why}. Installing on this system: ${packages.join(', ')} (apt-get install, as root).\n` +
      'To avoid this, set UPC_NO_INSTALL=1 and install them yourself.',
  );
  await run('apt-get', ['update']);
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/**
 * @param {string} command
 * @returns {string[]} paths of the command, in the order of PATH
 */
export function onPath(command) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .filter((path) => existsSync(path));
}
