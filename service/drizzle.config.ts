import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate` writes a migration for what changed in the schema. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/schema.ts', './src/store/membership-tables.ts'],
  out: './src/store/migrations',
});
