import { execFile } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './process.js';

const run = promisify(execFile);

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Packs the widget as npm would publish it and installs the tarball into a folder outside the clone. Its
 * dependencies are those of the clone, linked, so that no network is needed.
 */
export async function installPackage(folder: string): Promise<void> {
  const npm = process.env.npm_execpath;
  const [command, args] = npm === undefined ? ['npm', []] : [process.execPath, [npm]];
  // Built already: `prepack` would build again, and print among the JSON.
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run(command, [...args, ...pack], { cwd: root });
  const [{ filename = '' } = {}] = JSON.parse(stdout) as readonly { filename?: string }[];

  const target = join(folder, 'node_modules/upc-payment-widget');
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', join(folder, filename), '-C', target, '--strip-components=1']);
  await linkDependencies(target, folder, new Set());
}

async function linkDependencies(from: string, folder: string, linked: Set<string>): Promise<void> {
  const manifest = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as Manifest;
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    if (linked.has(name)) continue;
    linked.add(name);
    const source = join(root, 'node_modules', name);
    const target = join(folder, 'node_modules', name);
    await mkdir(dirname(target), { recursive: true });
    await symlink(source, target, 'dir');
    await linkDependencies(source, folder, linked);
  }
}
