import { and, eq, exists, gte, not, sql, type SQL } from 'drizzle-orm';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';

export const CUSTOMER_STATUSES = ['MEMBER', 'PROSPECT', 'FORMER_MEMBER'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

/**
 * Returns an SQL expression for the status of a customer on a day. A member has a contract that has not ended, which
 * includes one that has yet to begin. A former member has only ended contracts, and a prospect has none.
 */
export function customerStatus(db: Database, today: CalendarDate): SQL<CustomerStatus> {
  const { current, any } = contractsOf(db, today);
  return sql<CustomerStatus>`case when ${current} then 'MEMBER' when ${any} then 'FORMER_MEMBER' else 'PROSPECT' end`;
}

/** Returns a condition for a status, which lets the database avoid reading every customer. */
export function hasStatus(db: Database, today: CalendarDate, wanted: CustomerStatus): SQL | undefined {
  const { current, any } = contractsOf(db, today);
  return { MEMBER: current, FORMER_MEMBER: and(any, not(current)), PROSPECT: not(any) }[wanted];
}

function contractsOf(db: Database, today: CalendarDate): { readonly current: SQL; readonly any: SQL } {
  const own = eq(contracts.customerId, customers.id);
  const those = (isMeant: SQL | undefined) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(contracts)
        .where(isMeant),
    );
  return { current: those(and(own, gte(contracts.endDate, today))), any: those(own) };
}
