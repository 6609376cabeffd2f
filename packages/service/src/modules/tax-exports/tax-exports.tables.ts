import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../core/calendar.js';
import { id64, instant } from '../../core/database/columns.js';
import { studioId } from '../studios/studios.tables.js';

/** SINGLE has a line for each booking, AGGREGATED one for each day and kind of booking. */
export const EXPORT_FORMATS = ['SINGLE', 'AGGREGATED'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const FILE_FORMATS = ['JSON', 'CSV', 'XLSX'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export const EXPORT_LOCALES = ['ENGLISH', 'GERMAN'] as const;
export type ExportLocale = (typeof EXPORT_LOCALES)[number];

/** Lists of a studio's bookings for its tax advisor. */
export const taxExports = pgTable(
  'tax_exports',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 660001 }),
    /** Identifies the export in the queue, and when the request that made it is repeated. */
    uuid: uuid('uuid').notNull().unique(),
    studioId: studioId(),
    fromDate: date('from_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** The last day, which is included. */
    toDate: date('to_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    format: text('format').$type<ExportFormat>().notNull(),
    fileFormat: text('file_format').$type<FileFormat>().notNull(),
    locale: text('locale').$type<ExportLocale>().notNull(),
    /** PENDING until its file is complete. */
    state: text('state').$type<'PENDING' | 'READY'>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('tax_exports_by_time').on(table.createdAt),
    index('tax_exports_pending')
      .on(table.createdAt)
      .where(sql`state = 'PENDING'`),
  ],
);

/** The files of the exports. Each is stored in parts, so that no file has to fit into memory. */
export const taxExportParts = pgTable(
  'tax_export_parts',
  {
    id: uuid('id').primaryKey(),
    exportId: id64('export_id')
      .notNull()
      .references(() => taxExports.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** The bytes in base64, encrypted. */
    contentEncrypted: text('content_encrypted').notNull(),
  },
  (table) => [unique('tax_export_parts_by_position').on(table.exportId, table.position)],
);
