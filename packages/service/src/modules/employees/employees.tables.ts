import { index, pgTable } from 'drizzle-orm/pg-core';
import { id64 } from '../../core/database/columns.js';
import { jsonColumn } from '../../core/database/json-column.js';
import { studioId } from '../studios/studios.tables.js';
import { EMPLOYEE } from './employees.stored.js';

/** The people who work in a studio, such as the instructors of its classes. */
export const employees = pgTable(
  'employees',
  {
    id: id64('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 610001 }),
    studioId: studioId(),
    definition: jsonColumn('employees.definition', EMPLOYEE).notNull(),
  },
  (table) => [index('employees_by_studio').on(table.studioId, table.id)],
);
