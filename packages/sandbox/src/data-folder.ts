import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The file that git leaves the folder out by; it also says that the folder is a sandbox's. */
const IGNORE_FILE = '.gitignore';
const IGNORE_ALL = '*\n';

/**
 * Makes the folder for this user alone, which git leaves out of whatever it lies in.
 *
 * @throws Error when the folder has files in it and is none of a sandbox; nothing in it has been changed then.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isEmpty = (await readdir(folder)).length === 0;
  if (isEmpty) await writeFile(path.join(folder, IGNORE_FILE), IGNORE_ALL, { flag: 'wx' });
  else if (!(await isSandbox(folder)))
    throw new Error(
      `${folder} has files in it that no sandbox has put there. Give the sandbox a folder of its own, new or empty: --data <folder>`,
    );
}

async function isSandbox(folder: string): Promise<boolean> {
  const ignored = await readFile(path.join(folder, IGNORE_FILE), 'utf8').catch(() => '');
  return ignored === IGNORE_ALL;
}
