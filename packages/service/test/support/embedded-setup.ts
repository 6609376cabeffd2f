import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { seed } from '../../src/admin/seed/seed.js';
import { fromPglite } from '../../src/core/database/pglite.js';
import { keepRows } from './kept-rows.js';
import { SEEDED } from './seeded.js';

declare module 'vitest' {
  interface ProvidedContext {
    databaseSnapshot: string;
  }
}

/** Creates one migrated and seeded embedded database per run. Workers load copies, which takes a second less. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-snapshot-'));
  const file = path.join(folder, 'database.tar');
  const pglite = await PGlite.create();
  const database = await fromPglite(pglite);
  await seed({ ...SEEDED, db: database.db });
  await keepRows(pglite);
  const dump = await pglite.dumpDataDir('none');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await database.close();
  project.provide('databaseSnapshot', file);
  return () => rm(folder, { recursive: true });
}
