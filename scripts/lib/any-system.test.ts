import { join } from 'node:path';
import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { root } from './root.mjs';

const eslint = new ESLint({ cwd: root });

test.each([
  ["export const file = new URL('./a.ts', import.meta.url).pathname;", 'fileURLToPath'],
  ["export const load = (name) => import(join('a', name));", 'pathToFileURL'],
  ["export const load = (name) => import(path.resolve('a', name));", 'pathToFileURL'],
  ['export const isRoot = process.getuid() === 0;', 'process.getuid?.()'],
  ["spawn('npm', ['ci']);", 'npm.cmd'],
  ["run('npx', ['vite']);", 'npm.cmd'],
  ["execSync('ls | wc');", 'another shell'],
  ["export const folder = '/tmp/upc';", 'tmpdir()'],
  ['export const folder = (pid) => `/proc/${pid}/cwd`;', 'tmpdir()'],
])('the linter refuses what only one system knows: %s', async (code, said) => {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, 'scripts/lib/probe.mjs') });
  expect(result?.messages.map(({ message }) => message)).toEqual([expect.stringContaining(said)]);
});

test.each([
  "export const { pathname } = new URL(request.url, 'http://localhost');",
  "export const shown = new URL(address, 'http://localhost').pathname;",
  'export const isRoot = process.getuid?.() === 0;',
  "export const load = (name) => import(pathToFileURL(join('a', name)).href);",
])('and takes what all of them know: %s', async (code) => {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, 'scripts/lib/probe.mjs') });
  expect(result?.messages).toEqual([]);
});
