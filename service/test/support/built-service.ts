import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const SERVICE = fileURLToPath(new URL('../../', import.meta.url));

/** The command `upc-service` as `npm run build` makes it, from the source as it is now, in a folder of its own. */
export async function builtService(): Promise<{ program: string; remove: () => Promise<void> }> {
  // In the workspace, where packages are found as the service finds them.
  const cache = path.join(SERVICE, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(path.join(cache, 'built-'));
  await build({ root: SERVICE, logLevel: 'error', build: { outDir: path.join(folder, 'dist') } });
  const program = path.join(folder, 'bin/upc-service.mjs');
  await mkdir(path.dirname(program));
  await copyFile(path.join(SERVICE, 'bin/upc-service.mjs'), program);
  return { program, remove: () => rm(folder, { recursive: true }) };
}
