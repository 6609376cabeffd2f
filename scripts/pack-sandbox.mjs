import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutSandbox } from './lib/sandbox-package.mjs';
import { root } from './lib/root.mjs';
import { npm } from './lib/run.mjs';

// Packs upc-sandbox.tgz from the build; `npm run pack:sandbox` builds first. The file name has no version, because the
// documentation contains it.
const folder = mkdtempSync(join(tmpdir(), 'upc-sandbox-'));
try {
  layOutSandbox(folder);
  const { code, output } = await npm(['pack', '--json', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    env: { npm_config_pack_destination: root },
  });
  if (code !== 0) throw new Error(`npm pack failed:\n${output}`);
  const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(output.slice(output.indexOf('[')));
  renameSync(join(root, filename), join(root, 'upc-sandbox.tgz'));
  const kib = (/** @type {number} */ bytes) => `${Math.round(bytes / 1024)} KiB`;
  console.log(`upc-sandbox.tgz: ${entryCount} files, ${kib(size)}, unpacked ${kib(unpackedSize)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
