import pg from 'pg';

/**
 * @param {string} url address of a PostgreSQL server
 * @returns {Promise<string>} such as `PostgreSQL 17.2`
 */
export async function serverVersion(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('show server_version');
    return `PostgreSQL ${rows[0].server_version.split(' ')[0]}`;
  } finally {
    await client.end();
  }
}
