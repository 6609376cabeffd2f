import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { FACTS } from '../../../core/database/lists.js';
import { studios } from '../studios.tables.js';

/** Staff actions, one row each, never changed. They contain no personal data of customers. */
export const auditRecords = pgTable(
  'audit_records',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity(),
    /** null for actions that affect the whole installation, such as a backup. */
    studioId: id64('studio_id').references(() => studios.id),
    action: text('action').notNull(),
    /** The page or command, with the operating system account for commands: `studio page`, `command: anna`. */
    actor: text('actor').notNull(),
    /** The subject of the action, such as `idle-period 42`. */
    entity: text('entity').notNull(),
    changed: jsonColumn('audit_records.changed', FACTS).notNull(),
    traceId: text('trace_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('audit_records_by_studio').on(table.studioId, table.id),
    index('audit_records_by_time').on(table.createdAt),
  ],
);
