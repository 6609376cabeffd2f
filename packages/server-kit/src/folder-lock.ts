// For whoever compiles this file from another workspace.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/** The program that takes a folder, and the environment variable that gives it another. */
export interface FolderHolder {
  readonly name: 'service' | 'simulator';
  readonly variable: string;
}

/** Another process has the folder open: what both wrote would be lost. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(
    readonly folder: string,
    { name, variable }: FolderHolder,
  ) {
    super(
      `The data folder ${folder} is in use by another running ${name}. ` +
        `End that one first, or give this one a folder of its own (${variable}).`,
    );
  }
}

/** The file that is locked, beside what is in the folder. It is never removed: only its lock says anything. */
const LOCK_FILE = '.lock';

/**
 * Takes a folder for this process alone, until the returned function is called or the process ends.
 *
 * The lock is one of the operating system's on a file (an open file description lock on Linux, flock on macOS,
 * LockFileEx on Windows), not a file with a process id: it ends with the process, whatever killed it, and it is of the
 * file itself, so that containers that share a volume see it, whatever network or names they have.
 *
 * @throws FolderInUseError when a process that is alive holds it.
 */
export async function lockFolder(folder: string, holder: FolderHolder): Promise<() => Promise<void>> {
  // Loaded when it is needed: a service on a PostgreSQL server needs no native code.
  const { tryLock } = await import('fs-native-extensions');
  // A number, not a FileHandle: that would be closed, and give the lock back, once nobody refers to it.
  const file = openSync(path.join(folder, LOCK_FILE), 'a+', 0o600);
  try {
    if (!tryLock(file)) throw new FolderInUseError(folder, holder);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  // Closing the file gives the lock back.
  return async () => closeSync(file);
}
