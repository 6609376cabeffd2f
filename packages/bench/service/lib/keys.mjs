import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * The service allows each key a thousand requests per minute (specification, Limits), so the load uses many keys in
 * turn.
 */
const KEYS = Array.from({ length: 2000 }, (_, at) => `bench-key-${at}`);
let asked = 0;
export const nextKey = () => /** @type {string} */ (KEYS[(asked += 1) % KEYS.length]);

/**
 * Adds the keys to the first demo studio.
 * @param {string} url address of the database
 */
export async function addKeys(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const hashes = KEYS.map((key) => createHash('sha256').update(key).digest('hex'));
  await client.query(
    `insert into api_keys (key_hash, integration_id, status)
     select hash, (select integration_id from api_keys k join integrations i on i.id = k.integration_id
       where k.status = 'ACTIVE' and i.studio_id = 1001 and i.scopes ? 'PAYMENT_WRITE' limit 1), 'ACTIVE'
     from unnest($1::text[]) hash`,
    [hashes],
  );
  await client.end();
}
