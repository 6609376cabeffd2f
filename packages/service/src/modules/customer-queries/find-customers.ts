import { and, asc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { type CalendarDate, todayAt } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { type Slice, sliceById, type SliceRange } from '../../core/http/slices.js';
import type { Customer } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import { readIdentity } from '../customers/identity.js';
import { readableBy, type Reader } from '../customers/reader.js';
import { customerStatus, type CustomerStatus, hasStatus } from './customer-status.js';

export interface FoundCustomer {
  readonly customer: Customer;
  readonly status: CustomerStatus;
}

type Needs = Pick<Context, 'db' | 'clock' | 'keys'>;

/** Returns the customers of a status whom a reader may read, ordered by id. */
export async function listCustomers(
  { db, clock }: Needs,
  reader: Reader,
  wanted: CustomerStatus,
  range: SliceRange,
): Promise<Slice<FoundCustomer>> {
  const today = todayAt({ clock }, reader.studio);
  // The condition already determines the status; calculating it for each customer would read all contracts.
  const status = sql<CustomerStatus>`${wanted}::text`;
  const isWanted = and(hasStatus(db, today, wanted), gt(customers.id, range.offset));
  const rows = await select(db, reader, status, isWanted).limit(range.size + 1);
  const withId = rows.map((found) => ({ ...found, id: found.customer.id }));
  return sliceById(withId, range, ({ customer, status: is }) => ({ customer, status: is }));
}

/** Conditions of a search for customers; all given ones must match. */
export interface CustomerSearch {
  /** The beginning of the name, in upper or lower case. */
  readonly firstName?: string;
  readonly lastName?: string;
  /** The whole address, in upper or lower case. */
  readonly email?: string;
  readonly dateOfBirth?: CalendarDate;
}

/**
 * Returns the customers whom a reader may read and who match all conditions, ordered by id.
 *
 * @throws ApiError 400 if no condition is given.
 */
export async function searchCustomers(
  { db, clock, keys }: Needs,
  reader: Reader,
  { firstName, lastName, email, dateOfBirth }: CustomerSearch,
): Promise<FoundCustomer[]> {
  const conditions = [
    ...(firstName ? [beginsWith(sql`${customers.firstName}`, firstName)] : []),
    ...(lastName ? [beginsWith(sql`${customers.lastName}`, lastName)] : []),
    ...(email ? [sql`lower(${customers.profile} ->> 'email') = lower(${email.trim()})`] : []),
  ];
  if (conditions.length === 0 && dateOfBirth === undefined) {
    throw new ApiError('errormessage.request.nothing.given', undefined, {
      allowed: 'firstName, lastName, email, dateOfBirth',
    });
  }
  const status = customerStatus(db, todayAt({ clock }, reader.studio));
  const found = await select(db, reader, status, and(...conditions));
  // Dates of birth are encrypted, so the database cannot compare them.
  return dateOfBirth === undefined
    ? found
    : found.filter(({ customer }) => readIdentity(keys, customer)?.dateOfBirth === dateOfBirth);
}

/** Adds a customer's status today, in the studio's time zone. */
export async function withStatus(
  { db, clock }: Needs,
  reader: Reader,
  customer: Customer,
): Promise<FoundCustomer> {
  const status = customerStatus(db, todayAt({ clock }, reader.studio));
  const [found] = await db.select({ status }).from(customers).where(eq(customers.id, customer.id));
  if (!found) throw new Error('The customer no longer exists.');
  return { customer, status: found.status };
}

function select(db: Database, reader: Reader, status: SQL<CustomerStatus>, condition: SQL | undefined) {
  return db
    .select({ customer: customers, status })
    .from(customers)
    .where(and(readableBy(db, reader), condition))
    .orderBy(asc(customers.id))
    .$dynamic();
}

/**
 * Returns a condition on the beginning of a text. It uses the index's collation, because in other collations texts with
 * the same beginning are not adjacent.
 */
export function beginsWith(column: SQL, text: string): SQL {
  return sql`starts_with(lower(${column}) collate "C", lower(${text.trim()}) collate "C")`;
}
