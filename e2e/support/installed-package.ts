import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { pack } from '../../scripts/matrix/example.mjs';
import { root } from './process.js';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * Packs the widget as npm would publish it and installs the tarball into a folder outside the clone. It links the
 * clone's dependencies, so that no network is needed.
 */
export async function installPackage(folder: string): Promise<void> {
  const { file } = await pack(root, folder);
  const target = join(folder, 'node_modules/upc-payment-widget');
  await mkdir(target, { recursive: true });
  await execa('tar', ['-xzf', file, '-C', target, '--strip-components=1']);
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
