import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { npm, run } from '../lib/run.mjs';

/** Folder of the pages and of the tools that build the site. */
export const docs = join(root, 'docs');
/** Folder of the built site. */
export const site = join(docs, '.vitepress/dist');

/**
 * Installs the packages in the lock file of docs/, unless they are installed already.
 * @throws when the installation fails
 */
export async function installDocs() {
  const lock = readFileSync(join(docs, 'package-lock.json'), 'utf8');
  const record = join(docs, 'node_modules/.upc-lock');
  if (existsSync(record) && readFileSync(record, 'utf8') === lock) return;
  const { code, output } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: docs });
  if (code !== 0)
    throw new Error(`The tools that build the documentation could not be installed:\n${output}`);
  writeFileSync(record, lock);
}

/**
 * @param {'build' | 'dev'} command
 * @param {{ show?: boolean }} options
 */
export function vitepress(command, options) {
  return run(
    process.execPath,
    [join(docs, 'node_modules/vitepress/bin/vitepress.js'), command, docs],
    options,
  );
}
