import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/root.mjs';
import { workspaces } from './lib/workspaces.mjs';

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

test('no workspace is among the dependencies of the npm package', () => {
  const { dependencies } = manifest('.');
  const names = workspaces.map((workspace) => manifest(workspace).name);
  expect(names).toContain('@upc/contract');
  expect(Object.keys(dependencies).filter((name) => names.includes(name))).toEqual([]);
});
