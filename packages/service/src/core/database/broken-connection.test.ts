import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { emptyOnServer, SERVER } from '../../../test/support/database.js';
import type { OpenDatabase } from './database.js';
import { openPostgres } from './postgres.js';

/** Number of connections of a process, plus one. */
const TRANSACTIONS = 11;

describe.skipIf(SERVER === undefined)('a connection that breaks', () => {
  let server: Awaited<ReturnType<typeof emptyOnServer>>;
  let way: Awaited<ReturnType<typeof startWay>>;
  let database: OpenDatabase;
  beforeAll(async () => {
    server = await emptyOnServer(SERVER ?? '');
    way = await startWay(server.address.url);
  });
  afterAll(async () => {
    way.close();
    await server.close();
  });

  // An error event without a listener ends the process, here the test run.
  let thrown: unknown[];
  const onThrown = (error: unknown) => thrown.push(error);
  beforeEach(async () => {
    thrown = [];
    process.prependListener('uncaughtException', onThrown);
    database = await openPostgres({ url: way.url });
  });
  afterEach(() => {
    process.off('uncaughtException', onThrown);
    expect(thrown).toEqual([]);
  });

  const endOwnConnection = sql`select pg_terminate_backend(pg_backend_pid())`;
  test.each([
    ['within a transaction', '', async () => database.db.transaction((tx) => tx.execute(endOwnConnection))],
    ['at the beginning of one', 'begin', async () => database.db.transaction(async () => {})],
    ['at the end of one', 'commit', async () => database.db.transaction(async () => {})],
    ['while it answers', 'select 2', async () => database.raw.query({ text: 'select 2' })],
  ])('%s, fails that alone, and is replaced', async (_, cutsAt, use) => {
    way.cutsAt = cutsAt;
    for (let at = 0; at < TRANSACTIONS; at += 1) await expect(use()).rejects.toThrow();
    way.cutsAt = '';
    const { rows } = await database.raw.query({ text: 'select 1 as one' });
    expect(rows).toEqual([{ one: 1 }]);
    await database.close();
  });
});

/**
 * Starts a proxy to the server that breaks the connection at a statement containing `cutsAt`; with '' it breaks none.
 */
async function startWay(target: string) {
  const to = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    // When one end closes, the other end closes too.
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {}).on('close', () => other.destroy());
    }
    far.pipe(near);
    near.on('data', (sent) => {
      if (way.cutsAt !== '' && sent.includes(way.cutsAt)) near.destroy();
      else far.write(sent);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const way = { url: url.href, cutsAt: '', close: () => server.close() };
  return way;
}
