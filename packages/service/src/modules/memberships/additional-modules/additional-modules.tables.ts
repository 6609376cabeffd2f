import { date, index, pgTable, uuid } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../../core/calendar.js';
import { id64, instant } from '../../../core/database/columns.js';
import { jsonColumn } from '../../../core/database/json-column.js';
import { studioId } from '../../studios/studios.tables.js';
import { contracts } from '../contracts/contracts.tables.js';
import { ADDITIONAL_MODULE, CANCELATION, MODULE_CONTRACT_DETAILS } from '../memberships.stored.js';

export const additionalModules = pgTable(
  'additional_modules',
  {
    id: id64('id').primaryKey(),
    studioId: studioId(),
    definition: jsonColumn('additional_modules.definition', ADDITIONAL_MODULE).notNull(),
  },
  (table) => [index('additional_modules_by_studio').on(table.studioId)],
);

/** Modules that were booked onto a contract. */
export const moduleContracts = pgTable(
  'module_contracts',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 650001 }),
    /** Identifies the booking when the request that made it is repeated. */
    uuid: uuid('uuid').notNull().unique(),
    contractId: id64('contract_id')
      .notNull()
      .references(() => contracts.id),
    moduleId: id64('module_id').notNull(),
    startDate: date('start_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /** The last day that is certain so far; extensions, idle periods and the end of the contract move it. */
    endDate: date('end_date', { mode: 'string' }).$type<CalendarDate>().notNull(),
    /**
     * The last day after a cancellation, counted as if no idle period moved it. It is null if the module continues for
     * as long as its contract allows.
     */
    finalEndDate: date('final_end_date', { mode: 'string' }).$type<CalendarDate>(),
    /** null until the module is cancelled. */
    cancelation: jsonColumn('module_contracts.cancelation', CANCELATION),
    details: jsonColumn('module_contracts.details', MODULE_CONTRACT_DETAILS).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('module_contracts_by_contract').on(table.contractId, table.id)],
);
