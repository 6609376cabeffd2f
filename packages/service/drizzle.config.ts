import { defineConfig } from 'drizzle-kit';

/**
 * Configures drizzle-kit, with which `npm run generate` writes the migration from these tables
 * (scripts/generate/migration.mjs).
 */
export default defineConfig({ dialect: 'postgresql', schema: './src/**/*.tables.ts' });
