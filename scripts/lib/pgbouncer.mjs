import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canInstall, install, onPath } from './apt.mjs';
import { answers, startOnFreePort } from './ports.mjs';
import { idsOf } from './user-ids.mjs';

/** @typedef {import('./postgres.mjs').Server} Server */

/** Milliseconds within which it must listen. */
const startDeadline = 60_000;

/**
 * Number of connections to each database. It is lower than what two services open, so that transactions of different
 * services follow each other on one connection.
 */
const poolSize = 8;

/**
 * @returns {Promise<string>} the path of PgBouncer, which is installed if it is missing
 * @throws when it cannot be installed; the message says why
 */
export async function ensurePgbouncer() {
  const found = findPgbouncer();
  if (found !== undefined) return found;
  if (canInstall()) {
    await install('No PgBouncer found', ['pgbouncer']);
    const installed = findPgbouncer();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    'These tests need PgBouncer: it was not found, and could not be installed. ' +
      'Install it (Debian: apt-get install pgbouncer).',
  );
}

/**
 * Starts PgBouncer in transaction mode on a loopback port, in front of every database of a server. Named prepared
 * statements fail, as with every version before 1.21.
 * @param {string} program path of PgBouncer
 * @param {string} server address of the server, whose user and password it uses for every client
 * @returns {Promise<Server>} `url` is the address of the pooler
 * @throws when it does not start; the message says why
 */
export async function startPgbouncer(program, server) {
  const folder = mkdtempSync(join(tmpdir(), 'upc-pgbouncer-'));
  const file = join(folder, 'pgbouncer.ini');
  // It refuses to run as root. In that case it runs as the user that the server's package has created.
  const ids = process.getuid?.() === 0 ? await idsOf('postgres') : undefined;
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  const end = () => {
    process.off('exit', end);
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  // Ctrl-C may end this process before `stop` is called.
  process.once('exit', end);
  try {
    return await startOnFreePort(async (port) => {
      writeFileSync(file, configuration(server, port), { mode: 0o600 });
      if (ids) for (const path of [folder, file]) chownSync(path, ids.uid, ids.gid);
      child = await startOnce(program, file, port, ids);
      const url = new URL(server);
      url.host = `127.0.0.1:${port}`;
      return { url: url.href, stop: async () => end() };
    });
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * @param {string} program
 * @param {string} file
 * @param {number} port
 * @param {{ readonly uid: number, readonly gid: number } | undefined} ids
 */
async function startOnce(program, file, port, ids) {
  const child = spawn(program, [file], { ...ids, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (data) => (errors += String(data)));
  // A program that cannot be started has no exit code.
  const ended = once(child, 'close').catch((error) => (errors += String(error)));
  let isOver = false;
  void ended.then(() => (isOver = true));
  const deadline = Date.now() + startDeadline;
  while (!isOver && Date.now() < deadline) {
    if (await answers(port)) return child;
    await wait(20);
  }
  child.kill('SIGKILL');
  throw new Error(`PgBouncer could not be started:\n${errors}`);
}

/** @param {string} server @param {number} port */
function configuration(server, port) {
  const { hostname, port: serverPort, username, password } = new URL(server);
  const target = [
    `host=${hostname}`,
    `port=${serverPort || 5432}`,
    `user=${decodeURIComponent(username)}`,
    ...(password ? [`password='${decodeURIComponent(password).replaceAll("'", "''")}'`] : []),
  ];
  return `[databases]
* = ${target.join(' ')}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
log_connections = 0
log_disconnections = 0
`;
}

function findPgbouncer() {
  // Debian installs it in /usr/sbin, which is not on every user's path.
  return [...onPath('pgbouncer'), '/usr/sbin/pgbouncer'].find((path) => existsSync(path));
}
