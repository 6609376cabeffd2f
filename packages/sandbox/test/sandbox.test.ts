import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from '../src/data-folder.js';
import { choosePorts } from '../src/ports.js';
import { startSandbox } from '../src/sandbox.js';

let dataFolder: string;
beforeEach(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), 'upc-data-'));
});
afterEach(() => rm(dataFolder, { recursive: true, force: true }));

test('incomplete data of an interrupted start: the error says what to delete', async () => {
  await makeDataFolder(dataFolder);
  // initdb leaves this behind when the process is killed early.
  const database = path.join(dataFolder, 'service', 'database');
  await mkdir(path.join(database, 'base'), { recursive: true });
  await writeFile(path.join(database, 'PG_VERSION'), '17\n');
  const started = startSandbox(await choosePorts(0), { dataFolder, webhookUrl: null });
  await expect(started).rejects.toThrow(`delete ${dataFolder} and start again`);
});
