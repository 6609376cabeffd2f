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

/** @returns {boolean} whether Debian's packages exist for this system at all */
export function canHavePackages() {
  return process.platform === 'linux';
}

/**
 * Finds the programs that tests need, and installs them if one is missing.
 * @param {readonly [string, ...string[]]} programs
 * @param {readonly string[]} packages Debian's packages that contain them
 * @returns {Promise<string>} the path of the first program
 * @throws when they cannot be installed; the message says why
 */
export async function ensurePrograms(programs, packages) {
  const names = programs.join(' and ');
  const find = () => (programs.every((name) => onPath(name).length > 0) ? onPath(programs[0])[0] : undefined);
  const found = find();
  if (found !== undefined) return found;
  if (canInstall()) {
    await install(`No ${names} found`, packages);
    const installed = find();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    `These tests need ${names}, which could not be found or installed. ` +
      `Install the packages yourself (Debian: apt-get install ${packages.join(' ')}).`,
  );
}
