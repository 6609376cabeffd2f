import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Who takes a folder, and the environment variable that gives it another. */
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

/**
 * Takes a folder for this process alone, until the returned function is called or the process ends.
 *
 * The lock is a listening socket, not a file with a process id: the operating system closes it with the
 * process, whatever killed it, and a process id can belong to somebody else by then (always, in containers).
 *
 * @throws FolderInUseError when a process that is alive holds it.
 */
export async function lockFolder(folder: string, holder: FolderHolder): Promise<() => Promise<void>> {
  const { address, leavesFile } = socketAddress(await realpath(folder));
  let server = await listen(address);
  if (!server && leavesFile && !(await answers(address))) {
    // Nobody answers: the holder was killed and left its socket's file behind.
    await unlink(address).catch(() => {});
    server = await listen(address);
  }
  if (!server) throw new FolderInUseError(folder, holder);
  const held = server;
  return () => new Promise((resolve) => held.close(() => resolve()));
}

/** Linux and Windows have socket names without a file; elsewhere the file outlives a process that is killed. */
function socketAddress(folder: string): { address: string; leavesFile: boolean } {
  const name = `upc-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  if (process.platform === 'linux') return { address: `\0${name}`, leavesFile: false };
  if (process.platform === 'win32') return { address: `\\\\.\\pipe\\${name}`, leavesFile: false };
  return { address: path.join(os.tmpdir(), `${name}.sock`), leavesFile: true };
}

function listen(address: string): Promise<net.Server | null> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
