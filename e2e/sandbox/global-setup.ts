import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../../scripts/lib/run.mjs';
import { root } from '../support/process.js';
import { bundleNpmBuild } from '../support/npm-bundle.js';

/**
 * Gives `npm exec` a folder of its own, because its installations would otherwise stay in the developer's folder
 * permanently. Downloads are shared with the developer's cache, and come first: no test measures the network.
 * @returns a function that removes the folder
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await bundleNpmBuild();
  const folder = await mkdtemp(join(tmpdir(), 'upc-npm-'));
  const { output } = await npm(['config', 'get', 'cache', '--loglevel=silent']);
  await symlink(join(output.trim(), '_cacache'), join(folder, '_cacache'), 'junction');
  process.env.UPC_NPM_FOLDER = folder;
  await download(folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** Downloads the packages that the packed sandbox requires, by installing it once. @throws Error with npm's output */
async function download(cache: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'upc-download-'));
  const packed = join(root, 'upc-sandbox.tgz');
  const begun = performance.now();
  try {
    const { code, output } = await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', packed], {
      cwd: folder,
      env: { npm_config_cache: cache },
    });
    if (code !== 0) throw new Error(`npm cannot install ${packed}:\n${output}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`npm has downloaded the packages: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}
