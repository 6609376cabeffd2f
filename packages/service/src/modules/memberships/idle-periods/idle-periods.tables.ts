import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { contracts } from '../contracts/contracts.tables.js';
import { IDLE_PERIOD } from '../memberships.stored.js';

/** States of an idle period. WITHDRAWN and REJECTED are final (specification, States of a freeze period). */
export type IdlePeriodState = 'PENDING_VERIFICATION' | 'ACCEPTED' | 'WITHDRAWN' | 'REJECTED';

export const idlePeriods = pgTable(
  'idle_periods',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 800001 }),
    /** Identifies the idle period when the request that created it is repeated. */
    uuid: uuid('uuid').notNull().unique(),
    contractId: id64('contract_id')
      .notNull()
      .references(() => contracts.id),
    state: text('state').$type<IdlePeriodState>().notNull(),
    /** The idle period as last requested. */
    asked: jsonColumn('idle_periods.asked', IDLE_PERIOD).notNull(),
    /**
     * The idle period that the contract is calculated with; null if there is none. It differs from `asked` while a
     * change is pending. If the idle period was withdrawn, it is the part that had already passed.
     */
    inForce: jsonColumn('idle_periods.in_force', IDLE_PERIOD),
    /** Grows with each change, so that concurrent changes are detected. */
    version: integer('version').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('idle_periods_by_contract').on(table.contractId, table.id)],
);
