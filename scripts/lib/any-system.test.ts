import { expect, test } from 'vitest';
import { messagesOn } from './linter.mjs';

const probe = 'scripts/lib/probe.mjs';

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
  expect(await messagesOn(code, probe)).toEqual([expect.stringContaining(said)]);
});

test.each([
  "export const { pathname } = new URL(request.url, 'http://localhost');",
  "export const shown = new URL(address, 'http://localhost').pathname;",
  'export const isRoot = process.getuid?.() === 0;',
  "export const load = (name) => import(pathToFileURL(join('a', name)).href);",
])('and takes what all of them know: %s', async (code) => {
  expect(await messagesOn(code, probe)).toEqual([]);
});
