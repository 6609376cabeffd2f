import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { beginsWith } from '../../modules/customer-queries/find-customers.js';
import { customers } from '../../modules/customers/customers.tables.js';
import { imagesOf } from '../../modules/customers/images/images.js';
import { studios } from '../../modules/studios/studios.tables.js';
import { wholeNumber } from './filter.js';

/** Maximum number of customers that a search finds. */
const FOUND = 20;

export interface FoundCustomer {
  readonly id: number;
  readonly studioId: number;
  readonly name: string;
  readonly hasImage: boolean;
}

/**
 * Finds customers by their number, the whole e-mail, or the beginning of the first or the last name, or of both.
 *
 * @param studioId searches only this studio; null searches all of them
 */
export async function findCustomers(
  db: Database,
  search: string,
  studioId: number | null,
): Promise<FoundCustomer[]> {
  const { firstName, lastName, profile } = customers;
  const [first = '', ...rest] = search.split(/\s+/);
  const number = wholeNumber(search);
  const isNamed = (one: string, other: string) =>
    and(beginsWith(sql`${firstName}`, one), beginsWith(sql`${lastName}`, other));
  const isMeant = search.includes('@')
    ? sql`lower(${profile} ->> 'email') = lower(${search})`
    : number !== null
      ? eq(customers.id, number)
      : rest.length > 0
        ? or(isNamed(first, rest.join(' ')), isNamed(rest.join(' '), first))
        : or(beginsWith(sql`${firstName}`, first), beginsWith(sql`${lastName}`, first));
  // The indexes of names and addresses begin with the studio. A number is unique, and a customer's earlier sessions
  // belong to the studio before a move.
  const ofStudios =
    studioId === null || number !== null ? db.select({ id: studios.id }).from(studios) : [studioId];
  const found = await db
    .select({ id: customers.id, studioId: customers.studioId, firstName, lastName })
    .from(customers)
    .where(and(inArray(customers.studioId, ofStudios), isNull(customers.erasedAt), isMeant))
    .orderBy(asc(customers.id))
    .limit(FOUND);
  const images = await imagesOf(
    db,
    found.map(({ id }) => id),
  );
  return found.map((row) => ({
    ...row,
    name: `${row.firstName} ${row.lastName}`,
    hasImage: images.has(row.id),
  }));
}
