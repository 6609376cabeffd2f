import { and, asc, eq, inArray, isNull, ne, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { type Customer, lockCustomer } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { collectionDebtors } from './debt-collection.tables.js';
import type { CollectionPartner } from './partnerships.js';

/** Returns a debtor's id, which is the customer number. */
export function debtorIdOf(customerId: number): string {
  return String(customerId);
}

/** Returns the customer number of a debtor id; null if it cannot be one. */
export function customerIdOf(debtorId: string): number | null {
  return /^\d{1,15}$/.test(debtorId) ? Number(debtorId) : null;
}

/**
 * Finds the customer whom a partner names as its debtor.
 *
 * @throws ApiError 404 if the partner has no such debtor; 403 if the debtor has moved to another studio, whose key must
 * be used from then on (specification, debt collection steps).
 */
export async function findDebtor(
  db: Database,
  { studio, partner }: { readonly studio: Studio; readonly partner: CollectionPartner },
  debtorId: string,
  reference: string,
): Promise<Customer> {
  const customerId = customerIdOf(debtorId);
  const [found] =
    customerId === null
      ? []
      : await db
          .select({ customer: customers })
          .from(collectionDebtors)
          .innerJoin(customers, eq(customers.id, collectionDebtors.customerId))
          .where(
            and(
              eq(collectionDebtors.partnerId, partner.id),
              eq(collectionDebtors.customerId, customerId),
              isNull(customers.erasedAt),
            ),
          );
  if (!found) throw new ApiError('errormessage.debt.collection.debtor.not.found', reference, { debtorId });
  if (found.customer.studioId !== studio.id) throw belongsElsewhere(reference);
  return found.customer;
}

/**
 * Restricts a partner's request to debtors of the studio that its key is for. For a debtor who has moved, the partner
 * must use the other studio's key (specification, debt collection steps).
 *
 * @param isNamed condition on `customers` that selects the named debtors.
 * @throws ApiError 403 if one of them is a debtor of the partner at another studio.
 */
export async function requireDebtorsHere(
  db: Database,
  { studio, partner }: { readonly studio: Studio; readonly partner: CollectionPartner },
  isNamed: SQL | undefined,
  reference: string,
): Promise<void> {
  const [elsewhere] = await db
    .select({ id: customers.id })
    .from(collectionDebtors)
    .innerJoin(customers, eq(customers.id, collectionDebtors.customerId))
    .where(and(eq(collectionDebtors.partnerId, partner.id), ne(customers.studioId, studio.id), isNamed))
    .limit(1);
  if (elsewhere) throw belongsElsewhere(reference);
}

function belongsElsewhere(reference: string): ApiError {
  return new ApiError('errormessage.permission.denied', reference, {
    problem: textPart('problem.customer.otherStudio'),
  });
}

/**
 * Locks members of a studio in a fixed order, so that two callers that lock several members never wait for each other.
 *
 * @returns the members who still belong to the studio under the lock, ordered by number.
 */
export async function lockMembers(
  tx: Database,
  { id: studioId }: Pick<Studio, 'id'>,
  customerIds: readonly number[],
): Promise<number[]> {
  for (const id of [...customerIds].sort((a, b) => a - b)) await lockCustomer(tx, id);
  const rows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        inArray(customers.id, [...customerIds]),
        eq(customers.studioId, studioId),
        isNull(customers.erasedAt),
      ),
    )
    .orderBy(asc(customers.id));
  return rows.map(({ id }) => id);
}

/**
 * Locks a member whom the studio's staff name. The studio's own actions require no consent to third parties.
 *
 * @throws ApiError 404 if the studio has no such member.
 */
export async function lockMember(tx: Database, studio: Studio, customerId: number): Promise<Customer> {
  await lockCustomer(tx, customerId);
  const [found] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.id, customerId), eq(customers.studioId, studio.id), isNull(customers.erasedAt)));
  if (found) return found;
  throw new ApiError('errormessage.customer.not.found', 'customerId', { customerId });
}
