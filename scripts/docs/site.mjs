import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import { npm, run } from '../lib/run.mjs';

/** The folder of the pages, and of what builds them. */
export const docs = join(root, 'docs');
/** The built site. */
export const site = join(docs, '.vitepress/dist');

/**
 * Installs what the lock file of docs/ says, unless it is installed already.
 * @throws when it cannot be installed
 */
export async function installDocs() {
  const lock = readFileSync(join(docs, 'package-lock.json'), 'utf8');
  const record = join(docs, 'node_modules/.upc-lock');
  if (existsSync(record) && readFileSync(record, 'utf8') === lock) return;
  const { code, output } = await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: docs });
  if (code !== 0) throw new Error(`What builds the documentation cannot be installed:\n${output}`);
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
