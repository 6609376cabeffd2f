import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../domain/calendar.js';
import type { Database } from '../store/database.js';
import { contracts } from '../store/membership-tables.js';
import { customers } from '../store/schema.js';

export const CUSTOMER_STATUSES = ['MEMBER', 'PROSPECT', 'FORMER_MEMBER'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/**
 * The status of a customer on a day, for a query of customers: a member has a contract that has not ended, also one
 * that has yet to begin; a former member has ended ones alone; a prospect has none.
 */
export function customerStatus(db: Database, today: CalendarDate): SQL<CustomerStatus> {
  const own = eq(contracts.customerId, customers.id);
  const current = db
    .select({ one: sql`1` })
    .from(contracts)
    .where(and(own, gte(contracts.endDate, today)));
  const any = db
    .select({ one: sql`1` })
    .from(contracts)
    .where(own);
  return sql<CustomerStatus>`case when exists ${current} then 'MEMBER' when exists ${any} then 'FORMER_MEMBER' else 'PROSPECT' end`;
}
