import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { inject } from 'vitest';
import { seed } from '../../src/seed/seed.js';
import type { OpenDatabase } from '../../src/store/database.js';
import { fromPglite } from '../../src/store/pglite.js';
import { openPostgres } from '../../src/store/postgres.js';

/**
 * A migrated and seeded database of its own: in memory, or on the PostgreSQL server that
 * UPC_TEST_DATABASE_URL names (as a user who may create databases).
 */
export async function testDatabase(): Promise<OpenDatabase> {
  const server = process.env.UPC_TEST_DATABASE_URL;
  if (server !== undefined) return onServer(server);
  const snapshot = new Blob([await readFile(inject('databaseSnapshot'))]);
  return fromPglite(await PGlite.create({ loadDataDir: snapshot }));
}

async function onServer(server: string): Promise<OpenDatabase> {
  const name = `upc_test_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  await seed(database.db, new Date('2026-01-01T00:00:00Z'));
  return {
    ...database,
    close: async () => {
      await database.close();
      await administer(server, `drop database ${name}`);
    },
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
