import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { integrityOf } from './releases.mjs';

/**
 * @typedef {object} Addresses of the package, as package.json has them
 * @property {{ type: string, url: string }} repository
 * @property {string} homepage
 * @property {{ url: string }} bugs
 */

/**
 * The addresses of the package, from the repository whose workflow releases it.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment of a job of GitHub Actions
 * @returns {Addresses}
 * @throws Error where it is not one
 */
export function addressesOf({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository }) {
  if (!server || !repository) {
    throw new Error(
      'GITHUB_SERVER_URL and GITHUB_REPOSITORY are not set: the workflow that releases the package sets both, for example https://git.example and studio/payment-widget.',
    );
  }
  const address = `${server}/${repository}`;
  return {
    repository: { type: 'git', url: `git+${address}.git` },
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
  };
}

/**
 * Addresses that package.json lacks, without which nobody finds the source of a published package.
 *
 * @param {object} manifest
 * @returns {readonly string[]} names
 */
export function missingAddresses(manifest) {
  return ['repository', 'homepage', 'bugs'].filter((name) => !(name in manifest));
}

/**
 * Difference between the built script and the one that is kept for good as a version.
 *
 * @param {string} folder of the package
 * @param {string} version
 * @returns {string | undefined} nothing when it is that one
 */
export function scriptFault(folder, version) {
  const built = 'dist/script/widget.js';
  const kept = `released/${version}`;
  for (const file of [`${kept}/release.json`, built])
    if (!existsSync(join(folder, file))) return `${file} is missing`;
  const { integrity } = JSON.parse(readFileSync(join(folder, kept, 'release.json'), 'utf8'));
  if (integrityOf(join(folder, 'dist/script')) !== integrity)
    return `${built} is not the script that ${kept} keeps`;
  return undefined;
}
