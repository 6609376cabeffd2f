import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, unlinkSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes this process the only one that writes into a folder. The lock is a local socket that is listened on:
 * the system lets it go when the process ends, however it ends, and no process number can be mistaken.
 *
 * @returns lets the folder go
 * @throws Error naming the folder when another process holds it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const real = realpathSync(folder);
  const name = `upc-simulator-${createHash('sha256').update(real).digest('hex').slice(0, 24)}`;
  const windows = process.platform === 'win32';
  const address = windows ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
  const held = new Error(`Another simulator uses the folder ${real}. Stop it, or set SIMULATOR_DATA_DIR.`);
  let server = await listen(address);
  if (server === undefined) {
    if (windows || (await answers(address))) throw held;
    unlinkSync(address);
    server = await listen(address);
  }
  if (server === undefined) throw held;
  const lock = server;
  return () => new Promise((resolve) => lock.close(() => resolve()));
}

/** Undefined when somebody listens there, or a dead process left its socket. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server.unref()));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
