/**
 * @typedef {object} Addresses addresses of the package, as in package.json
 * @property {{ type: string, url: string }} repository
 * @property {string} homepage
 * @property {{ url: string }} bugs
 */

/**
 * Returns the addresses of the package, from the repository whose workflow releases it.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment environment of a GitHub Actions job
 * @returns {Addresses}
 * @throws Error if it is not the environment of such a job
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
 * Returns the addresses that package.json lacks. Without them, the source of a published package cannot be found.
 *
 * @param {object} manifest
 * @returns {readonly string[]} names
 */
export function missingAddresses(manifest) {
  return ['repository', 'homepage', 'bugs'].filter((name) => !(name in manifest));
}
