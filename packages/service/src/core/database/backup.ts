import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { StaffError } from '../errors/staff-error.js';

/* A backup holds what the database holds, names of members in clear: it is for its owner alone. The secret is not in it. */

/** Writes an embedded database into a file that must not be there yet. */
export async function backUpPglite(pglite: PGlite, file: string): Promise<void> {
  await writeOwnFile(file, async () => {
    const dump = await pglite.dumpDataDir('gzip');
    await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  });
}

/** The same of a server, by its own program. @throws StaffError when that is missing, or fails. */
export async function backUpPostgres(url: string, file: string): Promise<void> {
  await writeOwnFile(file, () =>
    run('pg_dump', url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]),
  );
}

/** @throws StaffError when the folder already holds a database, or the file is not a backup of an embedded one. */
export async function restorePglite(folder: string, file: string): Promise<void> {
  const dataDir = path.join(folder, 'database');
  if (existsSync(dataDir)) {
    throw new StaffError(`${dataDir} is there already; restore into an empty UPC_DATA_DIR.`);
  }
  const content = await readFile(file).catch(() => {
    throw new StaffError(`${file} cannot be read.`);
  });
  if (content.subarray(0, 2).toString('hex') !== '1f8b') {
    throw new StaffError(`${file} is not a backup of an embedded database; is DATABASE_URL missing?`);
  }
  await promisify(gunzip)(content).catch(() => {
    throw new StaffError(`${file} is cut off or damaged.`);
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Half a database must not lie where the service looks for a whole one.
  const unfinished = await mkdtemp(path.join(folder, 'restore-'));
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const pglite = await PGlite.create({ dataDir: unfinished, loadDataDir: new Blob([content]) });
    await pglite.close();
    await rename(unfinished, dataDir);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** @throws StaffError when the database is not empty, or the file is not a backup of a server. */
export async function restorePostgres(url: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  // A connection that breaks fails the query; without a listener it would end the process before that is said.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
    if (rowCount) throw new StaffError('The database has tables already; restore into an empty one.');
  } finally {
    await client.end();
  }
  await run('pg_restore', url, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    file,
  ]);
}

/** Makes a file that was not there, and takes it away again when writing it fails. */
async function writeOwnFile(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    throw new StaffError(`${file} cannot be made (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    await write();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** The password goes by the environment: the arguments of a program can be read by everybody on the machine. */
function run(program: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]): Promise<void> {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const child = spawn(program, [`--dbname=${address.href}`, ...args], {
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', () =>
      reject(
        new StaffError(`${program} is not on this machine; it comes with PostgreSQL's client programs.`),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      // Later lines may quote rows.
      else reject(new StaffError(`${program} failed: ${errors.split('\n')[0] ?? ''}`));
    });
  });
}
