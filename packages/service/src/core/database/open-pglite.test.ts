import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { lockFolder } from '@upc/server-kit/folder-lock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPglite } from './pglite.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'upc-pglite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an embedded database that cannot be brought to the form of the program', () => {
  test('says why, and leaves the folder to the next one', async () => {
    const dataDir = path.join(folder, 'database');
    await mkdir(dataDir);
    const other = await PGlite.create({ dataDir });
    await other.exec('create table studios (id int)');
    await other.close();

    await expect(openPglite(folder)).rejects.toThrow('relation "studios" already exists');
    const unlock = await lockFolder(dataDir, { name: 'service', variable: 'UPC_DATA_DIR' });
    await unlock();
  });
});
