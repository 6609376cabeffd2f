import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';
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

/** Contains the files of packages that are not installed, each in a folder with the name of its package. */
const unpacked = join(root, 'node_modules/.cache/debian');

/**
 * Finds a file of one of Debian's packages. If the package is not installed, downloads and unpacks it below this folder,
 * which needs no rights on the system.
 * @param {string} name name of the package
 * @param {string} file absolute path of the file once the package is installed
 * @returns {Promise<string>} path of the file
 * @throws when the package cannot be downloaded; the message says what to install
 */
export async function ensureFileOfPackage(name, file) {
  const cached = join(unpacked, name, file);
  const found = [file, cached].find((path) => existsSync(path));
  if (found !== undefined) return found;
  const output = await download(name);
  if (existsSync(cached)) return cached;
  throw new Error(
    `These tests need ${file}, and the package ${name} could not be downloaded. ` +
      `Install it yourself (Debian: apt-get install ${name}).\n${output}`,
  );
}

/**
 * @param {string} name
 * @returns {Promise<string>} what the commands printed
 */
async function download(name) {
  mkdirSync(unpacked, { recursive: true });
  const folder = mkdtempSync(join(unpacked, 'new-'));
  try {
    let { code, output } = await run('apt-get', ['download', name], { cwd: folder });
    if (code !== 0 && canInstall()) {
      // The lists of packages may be missing or out of date.
      output += (await run('apt-get', ['update'])).output;
      ({ code, output } = await run('apt-get', ['download', name], { cwd: folder }));
    }
    if (code !== 0) return output;
    const [file = ''] = readdirSync(folder);
    const files = join(folder, 'files');
    const unpack = await run('dpkg-deb', ['--extract', join(folder, file), files]);
    if (unpack.code === 0) renameSync(files, join(unpacked, name));
    return unpack.output;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
