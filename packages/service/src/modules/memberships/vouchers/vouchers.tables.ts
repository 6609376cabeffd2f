import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id64 } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { studioId } from '../../studios/studios.tables.js';
import { VOUCHER } from '../memberships.stored.js';

export const vouchers = pgTable(
  'vouchers',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 900001 }),
    studioId: studioId(),
    code: text('code').notNull(),
    definition: jsonColumn('vouchers.definition', VOUCHER).notNull(),
  },
  (table) => [uniqueIndex('vouchers_by_code').on(table.studioId, table.code)],
);
