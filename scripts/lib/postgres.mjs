import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { canInstall, install } from './apt.mjs';
import { startOnFreePort } from './ports.mjs';
import { run } from './run.mjs';
import { idsOf } from './user-ids.mjs';

/** Folders in which distributions install the programs of the server, which are rarely on the path. */
const folders = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * @typedef {{ readonly url: string, readonly stop: () => Promise<void> }} Server `url` is the address for a user who
 * may create databases.
 */

/**
 * Starts a PostgreSQL server, and stops it when the work is done.
 * @template Result
 * @param {(url: string) => Promise<Result>} work receives the address for a user who may create databases
 * @param {readonly string[]} [settings] additional settings of the server
 * @returns {Promise<Result>}
 * @throws when there is no server and none can be installed, or when it does not start; the message says why
 */
export async function withPostgres(work, settings = []) {
  const { url, stop } = await startPostgres(await ensurePostgres(), { settings });
  try {
    return await work(url);
  } finally {
    await stop();
  }
}

/**
 * Starts a PostgreSQL server on a loopback port. Its data is deleted when it is stopped.
 * @param {string} bin the folder of the server's programs
 * @param {{ readonly settings?: readonly string[], readonly parent?: string }} [options] additional settings of the
 * server, and the folder in which its data folder is created
 * @returns {Promise<Server>}
 * @throws when it does not start; the message says why
 */
export async function startPostgres(bin, { settings = [], parent = tmpdir() } = {}) {
  const folder = mkdtempSync(join(parent, 'upc-postgres-'));
  const data = join(folder, 'data');
  const remove = () => {
    process.off('exit', abandon);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  // Ctrl-C may end this process before `stop` is called.
  process.once('exit', abandon);
  function abandon() {
    endProcessOf(join(data, 'postmaster.pid'));
    remove();
  }
  try {
    mkdirSync(data);
    // The server refuses to run as root. In that case it runs as the user that its package has created.
    const asRoot = process.getuid?.() === 0;
    const user = asRoot ? 'postgres' : userInfo().username;
    if (asRoot) await ownedBy(user, [folder, data]);
    /** @param {string} program @param {readonly string[]} args */
    const postgres = (program, args) =>
      asRoot
        ? run('setpriv', ['--reuid', user, '--regid', user, '--clear-groups', join(bin, program), ...args])
        : run(join(bin, program), args);
    await mustSucceed(
      postgres('initdb', ['-D', data, '-U', 'upc', '-A', 'trust', '-E', 'UTF8', '--no-sync']),
    );
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', ...settings];
    const port = await startOnFreePort(async (free) => {
      await mustSucceed(
        postgres('pg_ctl', [
          ...['-D', data, '-w', '-t', '240', '-l', join(folder, 'log')],
          ...['-o', [`-p ${free}`, ...all.map((setting) => `-c ${setting}`)].join(' '), 'start'],
        ]),
      );
      return free;
    });
    return {
      url: `postgres://upc@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await postgres('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
        remove();
      },
    };
  } catch (error) {
    abandon();
    throw error;
  }
}

/** @returns {Promise<string>} the folder of the server's programs, which are installed if they are missing */
export async function ensurePostgres() {
  const found = findPostgres();
  if (found !== undefined) return found;
  if (!isRefused() && canInstall()) {
    await install('No PostgreSQL server found', ['postgresql']);
    const installed = findPostgres();
    if (installed !== undefined) return installed;
  }
  throw new Error('These tests need a PostgreSQL server. Install it (Debian: apt-get install postgresql).');
}

/** @returns {string | undefined} the folder of the programs of the newest installed server */
export function findPostgres() {
  if (isRefused()) return undefined;
  return folders
    .flatMap((folder) => entriesOf(folder).map((name) => join(folder, name, 'bin')))
    .filter((bin) => entriesOf(bin).includes('initdb') && entriesOf(bin).includes('pg_ctl'))
    .sort()
    .at(-1);
}

/**
 * @returns {boolean} whether tests have a PostgreSQL server: the one in UPC_TEST_DATABASE_URL, or an installed one that
 * they start themselves
 */
export function testsHavePostgres() {
  return process.env['UPC_TEST_DATABASE_URL'] !== undefined || findPostgres() !== undefined;
}

/** Returns whether UPC_POSTGRES=none is set, which simulates a machine without an installed server. */
function isRefused() {
  return process.env['UPC_POSTGRES'] === 'none';
}

/** @param {string} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Ends a server immediately. Does nothing if it is not running.
 * @param {string} file file that begins with its process id, which is negative while `initdb` runs
 */
function endProcessOf(file) {
  try {
    const pid = Math.abs(Number.parseInt(readFileSync(file, 'utf8')));
    process.kill(pid, 'SIGQUIT');
  } catch {}
}

/** @param {string} user @param {readonly string[]} paths */
async function ownedBy(user, paths) {
  const { uid, gid } = await idsOf(user);
  for (const path of paths) chownSync(path, uid, gid);
}

/** @param {Promise<{ code: number, output: string }>} command */
async function mustSucceed(command) {
  const { code, output } = await command;
  if (code !== 0) throw new Error(`PostgreSQL could not be started:\n${output}`);
}
