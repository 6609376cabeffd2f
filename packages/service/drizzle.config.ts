import { defineConfig } from 'drizzle-kit';

/** `npm run generate` writes the migration from these tables (scripts/generate/migration.mjs). */
export default defineConfig({ dialect: 'postgresql', schema: './src/**/*.tables.ts' });
