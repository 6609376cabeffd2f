// Other workspaces that compile this file need this declaration.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./fs-native-extensions.d.ts" />
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';

/** A program that locks a folder, and the environment variable that sets its folder. */
export interface FolderHolder {
  readonly name: 'service' | 'simulator';
  readonly variable: string;
}

/** Reports that another process uses the folder. If both wrote to it, data would be lost. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  constructor(
    readonly folder: string,
    { name, variable }: FolderHolder,
  ) {
    super(
      `The data folder ${folder} is in use by another running ${name}. ` +
        `End that one first, or give this one its own folder (${variable}).`,
    );
  }
}

/** File that is locked, next to the contents of the folder. It is never removed; only the lock on it has a meaning. */
const LOCK_FILE = '.lock';

/**
 * Locks a folder for this process until the returned function is called or the process ends.
 *
 * The lock is an operating-system lock on a file (an open file description lock on Linux, flock on macOS, LockFileEx on
 * Windows), not a file with a process id. It ends with the process, however the process was killed. It belongs to the
 * file itself, so containers that share a volume see it, whatever their network or names.
 *
 * @throws FolderInUseError when a running process holds the lock.
 */
export async function lockFolder(folder: string, holder: FolderHolder): Promise<() => Promise<void>> {
  // Loaded only when needed: a service on a PostgreSQL server needs no native code.
  const { tryLock } = await import('fs-native-extensions');
  // A plain file descriptor is used, because a FileHandle is closed when it is garbage-collected, which would release
  // the lock.
  const file = openSync(path.join(folder, LOCK_FILE), 'a+', 0o600);
  try {
    if (!tryLock(file)) throw new FolderInUseError(folder, holder);
  } catch (error) {
    closeSync(file);
    throw error;
  }
  // Closing the file releases the lock.
  return async () => closeSync(file);
}
