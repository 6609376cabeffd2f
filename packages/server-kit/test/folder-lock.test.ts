import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from '../src/folder-lock.js';

const SERVICE = { name: 'service', variable: 'UPC_DATA_DIR' } as const;
const HOLDER = fileURLToPath(new URL('./hold-lock.ts', import.meta.url));

let folder: string;
let children: ChildProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'upc-lock-'));
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/**
 * Starts a process that holds the lock.
 *
 * @param wrapper a command that runs the command it is given.
 */
async function holder(wrapper: readonly string[] = []): Promise<ChildProcess> {
  const [command, ...args] = [...wrapper, process.execPath, '--import', 'tsx', HOLDER, folder] as const;
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

test('a folder is taken once, and again after it was given back', async () => {
  const unlock = await lockFolder(folder, SERVICE);
  await expect(lockFolder(folder, SERVICE)).rejects.toThrow(FolderInUseError);
  await unlock();
  await (
    await lockFolder(folder, SERVICE)
  )();
});

test('another name of the same folder is the same folder', async () => {
  const alias = `${folder}-alias`;
  await symlink(folder, alias);
  const unlock = await lockFolder(folder, SERVICE);
  await expect(lockFolder(alias, SERVICE)).rejects.toThrow(FolderInUseError);
  await unlock();
  await rm(alias);
});

test('the refusal names the folder and what to do', async () => {
  const unlock = await lockFolder(folder, SERVICE);
  await expect(lockFolder(folder, SERVICE)).rejects.toThrow(`${folder} is in use by another running service`);
  await expect(lockFolder(folder, SERVICE)).rejects.toThrow('UPC_DATA_DIR');
  await unlock();
});

test('another process holds it, until SIGKILL ends it', async () => {
  const child = await holder();
  await expect(lockFolder(folder, SERVICE)).rejects.toThrow(FolderInUseError);
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  await (
    await lockFolder(folder, SERVICE)
  )();
});

const NEW_NETWORK = ['unshare', '--map-root-user', '--net'];
const canUnshare =
  process.platform === 'linux' && spawnSync('unshare', ['--map-root-user', '--net', 'true']).status === 0;

test.skipIf(!canUnshare)(
  'a process with another network, such as one in a container, holds it as well',
  async () => {
    const child = await holder(NEW_NETWORK);
    await expect(lockFolder(folder, SERVICE)).rejects.toThrow(FolderInUseError);
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await (
      await lockFolder(folder, SERVICE)
    )();
  },
);

test('a file that an earlier process has left behind is not a lock', async () => {
  await writeFile(path.join(folder, '.lock'), '4711');
  await (
    await lockFolder(folder, SERVICE)
  )();
});
