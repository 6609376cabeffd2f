import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';
import { npm } from './run.mjs';

const sources = [
  'src',
  'styles',
  'locales',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'tsconfig.types.json',
  'package.json',
  'package-lock.json',
  // The scripts of the simulated provider's frames and bank pages.
  'contract',
  'simulator/vite.config.ts',
  'simulator/src',
];
const hashFile = join(root, 'dist/.sources-hash');
const product = join(root, 'dist/script/widget.js');

/**
 * Builds the widget, unless what stands in `dist` was built from the same sources.
 * @throws when the build fails; the message holds its output
 */
export async function ensureBuilt() {
  const hash = hashSources();
  if (isBuiltFrom(hash)) return;
  console.log('Building the widget and the frames of the simulated provider …');
  const { code, output } = await npm(['run', 'build']);
  if (code !== 0) throw new Error(`npm run build failed:\n${output}`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(hashFile, hash);
}

/** @param {string} hash of the sources; a build that somebody made by hand afterwards may be of others */
function isBuiltFrom(hash) {
  return (
    existsSync(hashFile) &&
    existsSync(product) &&
    readFileSync(hashFile, 'utf8') === hash &&
    statSync(product).mtimeMs <= statSync(hashFile).mtimeMs
  );
}

function hashSources() {
  const hash = createHash('sha256').update(process.env.UPC_GATEWAY_URLS ?? '');
  for (const file of sources.flatMap(filesBelow).sort()) {
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} path relative to the root; tests are left out
 * @returns {string[]}
 */
function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return /\.test\.ts$/.test(path) ? [] : [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}
