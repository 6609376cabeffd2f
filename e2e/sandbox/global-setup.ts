import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../../scripts/lib/run.mjs';
import { bundleNpmBuild } from '../support/npm-bundle.js';

/**
 * Gives `npm exec` a folder of its own, because its installations would otherwise stay in the developer's folder
 * permanently. Downloads are shared with the developer's cache. @returns a function that removes the folder
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await bundleNpmBuild();
  const folder = await mkdtemp(join(tmpdir(), 'upc-npm-'));
  const { output } = await npm(['config', 'get', 'cache', '--loglevel=silent']);
  await symlink(join(output.trim(), '_cacache'), join(folder, '_cacache'), 'junction');
  process.env.UPC_NPM_FOLDER = folder;
  return () => rm(folder, { recursive: true, force: true });
}
