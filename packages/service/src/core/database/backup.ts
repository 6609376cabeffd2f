import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { PGlite } from '@electric-sql/pglite';
import { StaffError } from '../errors/staff-error.js';
import { withSession } from './session.js';

/*
 * A backup contains everything in the database, including members' names in clear text, so only its owner may read it.
 * It does not contain the secret.
 */

/** Writes an embedded database to a file that must not exist yet. */
export async function backUpPglite(pglite: PGlite, file: string): Promise<void> {
  await writeOwnFile(file, async () => {
    const dump = await pglite.dumpDataDir('gzip');
    await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  });
}

/**
 * Writes a server's database to a file that must not exist yet, using pg_dump.
 *
 * @throws StaffError when pg_dump is missing or fails.
 */
export async function backUpPostgres(directUrl: string, file: string): Promise<void> {
  await writeOwnFile(file, () =>
    run('pg_dump', directUrl, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]),
  );
}

/**
 * Restores an embedded database from a backup.
 *
 * @throws StaffError when the folder already contains a database, or the file is not a backup of an embedded one.
 */
export async function restorePglite(folder: string, file: string): Promise<void> {
  const dataDir = path.join(folder, 'database');
  if (existsSync(dataDir)) {
    throw new StaffError(`${dataDir} already exists; restore into an empty UPC_DATA_DIR.`);
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
  // An incomplete database must not be where the service looks for a complete one.
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

/**
 * Restores a server's database from a backup, using pg_restore.
 *
 * @throws StaffError when the database is not empty, or the file is not a backup of a server.
 */
export async function restorePostgres(directUrl: string, file: string): Promise<void> {
  await withSession(directUrl, async (client) => {
    const { rowCount } = await client.query("select 1 from pg_tables where schemaname = 'public' limit 1");
    if (rowCount) throw new StaffError('The database already has tables; restore into an empty one.');
  });
  await run('pg_restore', directUrl, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    file,
  ]);
}

/** Creates a file for its owner only, and removes it if writing fails. */
async function writeOwnFile(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (error) {
    throw new StaffError(`${file} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    await write();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/**
 * Runs a PostgreSQL program. The password is passed in the environment, because every user of the machine can read a
 * program's arguments.
 */
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
      reject(new StaffError(`${program} is not installed; it is part of PostgreSQL's client programs.`)),
    );
    child.once('close', (code) => {
      if (code === 0) resolve();
      // Later lines of the output may quote rows.
      else reject(new StaffError(`${program} failed: ${errors.split('\n')[0] ?? ''}`));
    });
  });
}
