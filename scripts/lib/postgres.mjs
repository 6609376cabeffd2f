import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { canInstall, install } from './apt.mjs';
import { freePort } from './ports.mjs';
import { run } from './run.mjs';

/** Folders in which distributions keep the programs of the server, which are seldom on the path. */
const folders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * Starts a PostgreSQL server of its own on a free port of the loopback, for as long as the work takes.
 * @template Result
 * @param {(url: string) => Promise<Result>} work gets the address of a user who may create databases
 * @returns {Promise<Result>}
 * @throws when there is no server and none can be installed, or it does not start; the message says why
 */
export async function withPostgres(work) {
  const bin = await ensurePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'upc-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  // The server refuses to run as root: then it runs as the user its package has made.
  const asRoot = process.getuid?.() === 0;
  const user = asRoot ? 'postgres' : userInfo().username;
  if (asRoot) await ownedBy(user, [folder, data]);
  /** @param {string} program @param {readonly string[]} args */
  const postgres = (program, args) =>
    asRoot
      ? run('setpriv', ['--reuid', user, '--regid', user, '--clear-groups', join(bin, program), ...args])
      : run(join(bin, program), args);
  try {
    await mustSucceed(
      postgres('initdb', ['-D', data, '-U', 'upc', '-A', 'trust', '-E', 'UTF8', '--no-sync']),
    );
    const port = await freePort();
    const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    await mustSucceed(
      postgres('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start']),
    );
    try {
      return await work(`postgres://upc@127.0.0.1:${port}/postgres`);
    } finally {
      await postgres('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<string>} the folder of the server's programs */
async function ensurePostgres() {
  const found = findPostgres();
  if (found !== undefined) return found;
  if (canInstall()) {
    await install('No PostgreSQL server found', ['postgresql']);
    const installed = findPostgres();
    if (installed !== undefined) return installed;
  }
  throw new Error('These tests need a PostgreSQL server. Install it (Debian: apt-get install postgresql).');
}

function findPostgres() {
  return folders
    .flatMap((folder) => entriesOf(folder).map((name) => join(folder, name, 'bin')))
    .filter((bin) => entriesOf(bin).includes('initdb') && entriesOf(bin).includes('pg_ctl'))
    .sort()
    .at(-1);
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} user @param {readonly string[]} paths */
async function ownedBy(user, paths) {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).output)),
  );
  if (uid === undefined || gid === undefined) throw new Error(`There is no user ${user}.`);
  for (const path of paths) chownSync(path, uid, gid);
}

/** @param {Promise<{ code: number, output: string }>} command */
async function mustSucceed(command) {
  const { code, output } = await command;
  if (code !== 0) throw new Error(`PostgreSQL could not be started:\n${output}`);
}
