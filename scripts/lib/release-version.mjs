import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import applyReleasePlan from '@changesets/apply-release-plan';
import assembleReleasePlan from '@changesets/assemble-release-plan';
import { read } from '@changesets/config';
import readChangesets from '@changesets/read';
import { root } from './root.mjs';

/**
 * Creates the next version of the package in a folder from its changesets: writes version and changelog, and deletes
 * the changesets. The folder itself is the package, which the command of changesets does not see beside workspaces. The
 * SDK always has the same version, so that partners see which of its versions belongs to which service.
 *
 * @param {string} folder with package.json and .changeset, in a git repository
 * @returns {Promise<string>} the new version
 * @throws Error when there is no changeset, or when one is invalid
 */
export async function releaseVersion(folder) {
  const changesets = await readChangesets(folder);
  if (changesets.length === 0) throw new Error('No changeset exists. See .changeset/README.md.');
  const packageJson = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const own = { packageJson, dir: folder };
  const packages = { root: own, packages: [own], tool: /** @type {const} */ ('root') };
  const config = await read(folder, packages);
  const plan = assembleReleasePlan(changesets, packages, config, undefined);
  await applyReleasePlan(plan, packages, config, undefined, root);
  const [release] = plan.releases;
  if (!release) throw new Error('The changesets name no release.');
  const sdk = join(folder, 'packages/sdk/package.json');
  const manifest = { ...JSON.parse(readFileSync(sdk, 'utf8')), version: release.newVersion };
  writeFileSync(sdk, `${JSON.stringify(manifest, null, 2)}\n`);
  return release.newVersion;
}
