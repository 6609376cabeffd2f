import { date, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../core/calendar.js';
import { id64, instant } from '../../core/database/columns.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';

/** Uses of benefits, each counted against the contract that includes the benefit. */
export const benefitUses = pgTable(
  'benefit_uses',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 660001 }),
    contractId: id64('contract_id')
      .notNull()
      .references(() => contracts.id),
    benefitKey: text('benefit_key').notNull(),
    /** The day at the studio. */
    usedOn: date('used_on', { mode: 'string' }).$type<CalendarDate>().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (table) => [index('benefit_uses_by_contract').on(table.contractId, table.benefitKey, table.usedOn)],
);
