import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDataFolder } from '../src/data-folder.js';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'upc-data-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

describe('the data folder', () => {
  test('is created, and git ignores it', async () => {
    const folder = path.join(parent, 'of', 'ours');
    await makeDataFolder(folder);
    expect(await readFile(path.join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('may exist already if it is empty', async () => {
    await makeDataFolder(parent);
    expect(await readdir(parent)).toEqual(['.gitignore']);
  });

  test('is used again with its content', async () => {
    await makeDataFolder(parent);
    await writeFile(path.join(parent, 'payments'), 'kept');
    await makeDataFolder(parent);
    expect(await readFile(path.join(parent, 'payments'), 'utf8')).toBe('kept');
  });

  test.each([
    ['.gitignore', 'node_modules\n'],
    ['package.json', '{}\n'],
  ])(
    'is rejected and left unchanged if it belongs to something else, such as one with %s',
    async (name, content) => {
      await writeFile(path.join(parent, name), content);
      await expect(makeDataFolder(parent)).rejects.toThrow(
        `${parent} contains files that no sandbox has created. Give the sandbox its own folder`,
      );
      expect(await readdir(parent)).toEqual([name]);
      expect(await readFile(path.join(parent, name), 'utf8')).toBe(content);
    },
  );
});
