import { defineConfig } from 'drizzle-kit';

/**
 * Migrations: `npm run migration -w packages/service -- <name>` writes one for what changed in the schema. Its file begins with
 * the time, so that two pieces of work never write the same one; the first four have numbers and keep them.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/*.tables.ts',
  out: './src/core/database/migrations',
  migrations: { prefix: 'timestamp' },
});
