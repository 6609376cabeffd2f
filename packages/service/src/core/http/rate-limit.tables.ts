import { bigint, index, integer, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.js';

/**
 * Networks of payment attempts and trial-session bookings that need no identification, stored for a day (networks.ts).
 */
export const recentNetworks = pgTable(
  'recent_networks',
  {
    /** Id of the payment or booking. */
    subjectId: uuid('subject_id').primaryKey(),
    /** Keyed hash of the network. */
    network: text('network').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('recent_networks_by_network').on(table.network, table.createdAt),
    index('recent_networks_by_time').on(table.createdAt),
  ],
);

/**
 * Tables that `npm run generate` creates as UNLOGGED: writing to them does not wait for the disk. They are empty after
 * the server has crashed, or a replica has taken over.
 */
export const UNLOGGED: readonly string[] = ['rate_limits'];

/**
 * Number of requests of each caller in the current minute (rate-limit.ts). Each request writes here. If the counts are
 * lost, they start again at 0.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
