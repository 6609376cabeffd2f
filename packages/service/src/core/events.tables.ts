import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from './database/columns.js';

/** Events for the studio page; they contain no personal data. */
export const events = pgTable(
  'events',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity(),
    studioId: id64('studio_id'),
    sessionId: uuid('session_id'),
    paymentId: uuid('payment_id'),
    kind: text('kind').notNull(),
    detail: text('detail').notNull(),
    traceId: text('trace_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('events_by_session').on(table.sessionId, table.id),
    index('events_by_trace').on(table.traceId),
    index('events_by_studio').on(table.studioId, table.kind, table.id),
    index('events_by_kind').on(table.kind, table.id),
    index('events_by_time').on(table.createdAt),
    index('events_outside_sessions')
      .on(table.id)
      .where(sql`session_id is null`),
  ],
);
