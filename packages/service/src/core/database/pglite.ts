import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { lockFolder } from '@upc/server-kit/folder-lock';
import { backUpPglite } from './backup.js';
import { currentMigrations } from './current-migrations.js';
import type { OpenDatabase, RawClient } from './database.js';
import { migrate } from './migrate.js';
import { NOBODY_WAITS } from './waiting.js';

/** Opens a PGlite as our database; closes it when the migrations fail. */
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
    // It does one thing at a time, in this process.
    health: raw,
    // One process alone uses it, and it does one thing at a time: there is nobody to be protected from.
    waiting: () => NOBODY_WAITS,
    backUp: (file) => backUpPglite(pglite, file),
    close,
  };
}

/** Ids of types from here on are made for tables, one for each; PostgreSQL's own have lower ones. */
const FIRST_ROW_TYPE = 10_000;

/**
 * Readers of values, without those of arrays of whole rows of tables, which nothing selects. Drizzle copies the list for
 * each query: with the row types, four of five, that took as long as many queries themselves.
 */
function withoutRowTypes(parsers: PGlite['parsers']): PGlite['parsers'] {
  return Object.fromEntries(Object.entries(parsers).filter(([type]) => Number(type) < FIRST_ROW_TYPE));
}

/**
 * Opens the embedded PostgreSQL in a folder, which is made when it is not there.
 *
 * @throws FolderInUseError when another process has it open.
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  // A service that uses a server does not wait for it to load.
  const { PGlite } = await import('@electric-sql/pglite');
  const dataFolder = path.join(folder, 'database');
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const unlock = await lockFolder(dataFolder, { name: 'service', variable: 'UPC_DATA_DIR' });
  const pglite = await PGlite.create({ dataDir: dataFolder }).catch(async (error: unknown) => {
    await unlock();
    throw error;
  });
  // From here on it gives the folder back itself, once: a file that is closed twice may be another one by then.
  return fromPglite(pglite, unlock);
}
