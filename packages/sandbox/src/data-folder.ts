import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** File that makes git ignore the folder. It also marks the folder as belonging to a sandbox. */
const IGNORE_FILE = '.gitignore';
const IGNORE_ALL = '*\n';

/**
 * Creates the folder, accessible to this user only and ignored by git.
 * @throws Error when the folder contains files and does not belong to a sandbox. The folder is then unchanged.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isEmpty = (await readdir(folder)).length === 0;
  if (isEmpty) await writeFile(path.join(folder, IGNORE_FILE), IGNORE_ALL, { flag: 'wx' });
  else if (!(await isSandbox(folder)))
    throw new Error(
      `${folder} contains files that no sandbox has created. Give the sandbox its own folder, new or empty: --data <folder>`,
    );
}

async function isSandbox(folder: string): Promise<boolean> {
  const ignored = await readFile(path.join(folder, IGNORE_FILE), 'utf8').catch(() => '');
  return ignored === IGNORE_ALL;
}
