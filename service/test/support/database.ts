import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { OpenDatabase } from '../../src/store/database.js';
import { fromPglite } from '../../src/store/pglite.js';

/** A migrated and seeded database of its own, in memory. */
export async function testDatabase(): Promise<OpenDatabase> {
  const snapshot = new Blob([await readFile(inject('databaseSnapshot'))]);
  return fromPglite(await PGlite.create({ loadDataDir: snapshot }));
}
