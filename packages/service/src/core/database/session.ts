import pg from 'pg';

/**
 * Does work on a connection of its own, which is closed afterwards. A pooler in transaction mode cannot provide such a
 * connection: what belongs to a session would be left on a connection that others use.
 *
 * @param directUrl address of the server itself
 */
export async function withSession<T>(directUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: directUrl });
  // A broken connection makes the query fail. Without a listener, it would end the process before that is reported.
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}
