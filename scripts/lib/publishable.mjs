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
