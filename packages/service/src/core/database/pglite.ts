import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { lockFolder } from '@upc/server-kit/folder-lock';
import { backUpPglite } from './backup.js';
import { currentMigrations } from './current-migrations.js';
import type { OpenDatabase, RawClient } from './database.js';
import { migrate } from './migrate.js';
import { NOBODY_WAITS } from './waiting.js';

/** Opens a PGlite as the service's database; closes it if the migrations fail. */
export async function fromPglite(
  pglite: PGlite,
  afterClose: () => Promise<void> = async () => {},
): Promise<OpenDatabase> {
  const { drizzle } = await import('drizzle-orm/pglite');
  pglite.parsers = withoutRowTypes(pglite.parsers);
  const db = drizzle(pglite);
  const close = async () => {
    await pglite.close();
    await afterClose();
  };
  try {
    await migrate(pglite, currentMigrations());
  } catch (error) {
    await close();
    throw error;
  }
  const raw: RawClient = {
    query: async ({ text, values }) => {
      const { rows, affectedRows } = await pglite.query(text, values);
      return { rows, rowCount: Math.max(rows.length, affectedRows ?? 0) };
    },
  };
  return {
    db,
    raw,
    // PGlite runs one query at a time in this process, so a separate client would not help.
    health: raw,
    // Only this process uses the database, one query at a time, so it needs no protection from load.
    waiting: () => NOBODY_WAITS,
    backUp: (file) => backUpPglite(pglite, file),
    close,
  };
}

/** First type id that PostgreSQL assigns to tables, one for each; its own types have lower ids. */
const FIRST_ROW_TYPE = 10_000;

/**
 * Removes the parsers for arrays of whole table rows, which no query selects. Drizzle copies the list for each query.
 * Row types are four fifths of the list, and copying them took as long as many of the queries themselves.
 */
function withoutRowTypes(parsers: PGlite['parsers']): PGlite['parsers'] {
  return Object.fromEntries(Object.entries(parsers).filter(([type]) => Number(type) < FIRST_ROW_TYPE));
}

/**
 * Opens the embedded PostgreSQL in a folder, which is created if it does not exist.
 *
 * @throws FolderInUseError when another process has it open.
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  // Loaded only here, so that a service with a PostgreSQL server does not wait for it.
  const { PGlite } = await import('@electric-sql/pglite');
  const dataFolder = path.join(folder, 'database');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataFolder, { name: 'service', variable: 'UPC_DATA_DIR' });
  const pglite = await PGlite.create({ dataDir: dataFolder }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  // From here on, the database releases the folder itself, and only once: a file descriptor that is closed twice may
  // belong to another file by then.
  return fromPglite(pglite, unlock);
}
