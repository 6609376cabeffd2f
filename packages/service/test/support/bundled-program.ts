import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { filesBesideModules } from '../../../../scripts/lib/files-beside-modules.js';
import { OUTSIDE } from '../../vite.config.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

const bundled = new Map<string, Promise<string>>();

/**
 * Bundles one of our programs with all its modules into one file, which Node starts without finding and compiling
 * hundreds of them. That takes a third of the processor time. The file includes its packages, except those that the
 * built service leaves outside.
 *
 * @param entry TypeScript file, from the root
 * @returns path of a file whose name depends on its content, so that any number of them may be made at once
 */
export function bundledProgram(entry: string): Promise<string> {
  const program = bundled.get(entry) ?? bundle(entry);
  bundled.set(entry, program);
  return program;
}

async function bundle(entry: string): Promise<string> {
  // The folder is in the program's workspace, so that packages are found as the program finds them.
  const folder = path.join(ROOT, /^(packages\/)?[^/]+/.exec(entry)![0], 'node_modules/.cache/programs');
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [filesBesideModules()],
    ssr: { noExternal: true, external: OUTSIDE },
    build: {
      ssr: entry,
      outDir: folder,
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  if (!('output' in built)) throw new Error(`${entry} is not built once.`);
  const [{ code }] = built.output;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const file = path.join(folder, `${path.basename(entry, '.ts')}-${hash}.mjs`);
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, code);
  await rename(unfinished, file);
  return file;
}
