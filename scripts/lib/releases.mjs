import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { run } from './run.mjs';

/** The folder of the builds of released versions, a folder for each. */
export const releasesFolder = join(root, 'released');

/**
 * Facts of a released build.
 * @typedef {object} Release
 * @property {string} version
 * @property {string} commit of this repository, from which it was built
 * @property {string} node version that built it
 * @property {string} integrity of `widget.js`, as the attribute of a script tag has it
 */

/** @returns {readonly string[]} versions whose builds are kept */
export function releasedVersions() {
  return existsSync(releasesFolder) ? readdirSync(releasesFolder).filter((name) => /^\d/.test(name)) : [];
}

/**
 * @param {string} version
 * @returns {Release} as it was recorded
 */
export function releaseOf(version) {
  return JSON.parse(readFileSync(join(releasesFolder, version, 'release.json'), 'utf8'));
}

/**
 * Builds the script of a checkout and keeps it for good. No build knows a gateway: the addresses that an operator gives
 * (`UPC_GATEWAY_URLS`) are not those of everybody.
 * @param {string} checkout folder of a clean checkout of the release, with its packages installed
 * @param {string} releases folder to keep it in, inside of a repository that has the checkout's commit
 * @returns {Promise<Release>}
 * @throws Error when the checkout has changes, is of no commit before this one, or its version is there already
 */
export async function recordRelease(checkout, releases) {
  const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const folder = join(releases, version);
  if (existsSync(folder)) throw new Error(`${version} is released: a released version never changes.`);
  if (git(checkout, 'status', '--porcelain') !== '')
    throw new Error(`${checkout} has changes that no commit has.`);
  const commit = git(checkout, 'rev-parse', 'HEAD');
  try {
    git(dirname(releases), 'merge-base', '--is-ancestor', commit, 'HEAD');
  } catch {
    throw new Error(`Commit ${commit} does not lead to the present one.`);
  }
  const vite = join(checkout, 'node_modules/vite/bin/vite.js');
  const { code, output } = await run(process.execPath, [vite, 'build', checkout, '--mode', 'script'], {
    cwd: checkout,
    env: { UPC_GATEWAY_URLS: '{}' },
  });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  cpSync(join(checkout, 'dist/script'), folder, { recursive: true });
  const release = { version, commit, node: process.version, integrity: integrityOf(folder) };
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`);
  return release;
}

/**
 * @param {string} folder of a build
 * @returns {string} the hash of its script as it lies there, for the attribute `integrity`
 */
export function integrityOf(folder) {
  const digest = createHash('sha384').update(readFileSync(join(folder, 'widget.js')));
  return `sha384-${digest.digest('base64')}`;
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 */
function git(folder, ...args) {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();
}
