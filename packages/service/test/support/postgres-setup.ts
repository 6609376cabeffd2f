import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPgbouncer } from '../../../../scripts/lib/pgbouncer.mjs';
import { findPostgres, type Server, startPostgres } from '../../../../scripts/lib/postgres.mjs';
import { seed } from '../../src/admin/seed/seed.js';
import { openPostgres } from '../../src/core/database/postgres.js';
import { SEEDED } from './seeded.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address with a user who may create databases; undefined in the project on the embedded database. */
    databaseServer?: string;
    /**
     * Address of a pooler in transaction mode in front of this server, through which the service then reaches its
     * databases; undefined if it reaches them directly.
     */
    databasePooler?: string | undefined;
    /** Name that follows `create database … template`. */
    databaseTemplate: string;
  }
}

/**
 * Folder in which Linux keeps files in memory. A database is created there in 20 ms, whatever the disk does meanwhile.
 */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 * 1024 ** 3;

const SETTINGS = [
  // The data does not have to survive the run.
  'full_page_writes=off',
  'synchronous_commit=off',
  // It would gather statistics while a test counts what the planner reads. The template has the statistics of the seed.
  'autovacuum=off',
  // Compiling takes longer than queries on the few rows of a test.
  'jit=off',
  'max_connections=300',
];

/**
 * Creates one migrated and seeded database per run on the run's server. Each test's database is a copy of it. With the
 * path of PgBouncer in UPC_TEST_PGBOUNCER, the run also gets a pooler.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const each of closing.toReversed()) await each();
  };
  try {
    const server = await serverOfRun();
    closing.push(server.stop);
    const { template, drop } = await seededTemplate(server.url);
    closing.push(drop);
    const { UPC_TEST_PGBOUNCER: program } = process.env;
    const pooler = program === undefined ? undefined : await startPgbouncer(program, server.url);
    if (pooler) closing.push(pooler.stop);
    project.provide('databaseServer', server.url);
    project.provide('databasePooler', pooler?.url);
    project.provide('databaseTemplate', template);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

async function serverOfRun(): Promise<Server> {
  const url = process.env.UPC_TEST_DATABASE_URL;
  if (url !== undefined) return { url, stop: async () => {} };
  const bin = findPostgres();
  if (bin === undefined) throw new Error('No PostgreSQL server is installed.');
  return startPostgres(bin, { settings: SETTINGS, parent: (await hasMemory()) ? MEMORY : tmpdir() });
}

async function hasMemory(): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= MEMORY_NEEDED;
  } catch {
    return false;
  }
}

async function seededTemplate(server: string): Promise<{ template: string; drop: () => Promise<void> }> {
  const name = `upc_seeded_${randomBytes(6).toString('hex')}`;
  await asked(server, `create database ${name}`);
  const drop = async () => {
    await asked(server, `drop database ${name} with (force)`);
  };
  try {
    const url = new URL(server);
    url.pathname = `/${name}`;
    const seeded = await openPostgres({ url: url.href });
    await seed({ ...SEEDED, db: seeded.db });
    await seeded.close();
    await asked(url.href, 'vacuum analyze');
    const [version] = await asked(server, 'show server_version_num');
    const copiesFiles = Number(version?.server_version_num) >= 150_000;
    return { template: copiesFiles ? `${name} strategy file_copy` : name, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function asked(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
