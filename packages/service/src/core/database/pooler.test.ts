import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emptyOnServer, SERVER, type ServerDatabase } from '../../../test/support/database.js';
import { freePort } from '../../../../../scripts/lib/ports.mjs';
import { openPostgres } from './postgres.js';

describe.runIf(SERVER !== undefined)('behind a pooler', () => {
  let server: ServerDatabase;
  beforeAll(async () => {
    server = await emptyOnServer(SERVER ?? '');
  });
  afterAll(() => server.close());

  test('migration and backup use the address of the server itself', async () => {
    const { directUrl } = server.address;
    const nowhere = new URL(directUrl);
    nowhere.port = String(await freePort());
    await expect(openPostgres({ url: directUrl, directUrl: nowhere.href })).rejects.toThrow();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'upc-pooler-'));
    const database = await openPostgres({ url: nowhere.href, directUrl });
    try {
      await database.backUp(path.join(folder, 'backup'));
      expect((await stat(path.join(folder, 'backup'))).size).toBeGreaterThan(0);
      await expect(database.health.query({ text: 'select 1' })).rejects.toThrow();
    } finally {
      await database.close();
      await rm(folder, { recursive: true });
    }
  });

  test.each([
    ['has a name', true, 1],
    ['has none if the pooler knows none', false, 0],
  ])('a prepared statement %s', async (_, preparesStatements, expected) => {
    const database = await openPostgres({ ...server.address, poolSize: 1, preparesStatements });
    try {
      const two = database.db.select({ two: sql<number>`1 + 1` }).from(sql`(select 1) as one`);
      expect(await two.prepare('two').execute()).toEqual([{ two: 2 }]);
      const { rows } = await database.raw.query({ text: 'select name from pg_prepared_statements' });
      expect(rows).toHaveLength(expected);
    } finally {
      await database.close();
    }
  });
});
