import { writeFile } from 'node:fs/promises';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { createApp } from './src/app.js';
import type { Database, OpenDatabase, RawClient } from './src/core/database/database.js';
import { datedDescription } from './src/core/http/add-examples.js';
import { NOBODY_WAITS } from './src/core/database/waiting.js';
import { Providers } from './src/modules/payments/providers/providers.js';

/*
 * Writes the description that the service serves at `/openapi.json` to dist/open-api.json, with the addresses of others.
 * `npm run build` runs this.
 */

const SERVERS = [
  { url: 'http://localhost:4010', description: 'The sandbox on your computer' },
  {
    url: 'https://{host}',
    description: 'A service',
    variables: {
      host: { default: 'upc.example.com', description: 'The host that you were given with your key.' },
    },
  },
];

// The app queries its database only while it is made, and no query needs to find a row. Opening a real database would
// take most of the time.
const db: Database = drizzle(async () => ({ rows: [] }));
const raw: RawClient = { query: async () => ({ rows: [], rowCount: 0 }) };
const noDatabase: OpenDatabase = {
  db: Object.assign(db, { transaction: async <T>(work: (tx: Database) => Promise<T>) => work(db) }),
  raw,
  health: raw,
  waiting: () => NOBODY_WAITS,
  backUp: async () => {},
  close: async () => {},
};
const service = await createApp({
  database: noDatabase,
  secret: 'signs nothing here, because nobody calls',
  publicUrl: () => 'http://localhost',
  clock: { now: () => new Date() },
  providers: new Providers({ STRIPE: () => null, SIMULATOR: () => null, BANK: () => null }),
});
const description = datedDescription({ ...service.app.swagger(), servers: SERVERS }, new Date(), 2);
await writeFile(new URL('dist/open-api.json', import.meta.url), `${description}\n`);
await service.close();
