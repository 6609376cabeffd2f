import { and, asc, eq, gt, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '../../core/database/database.js';
import type { Customer } from '../customers/customers.js';
import { customers } from '../customers/customers.tables.js';
import type { Contract } from '../memberships/contracts/contracts.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import type { Studio } from '../studios/studios.tables.js';
import { type CollectionCase, findCases } from './cases.js';
import type { Block } from './debt-collection.stored.js';
import { collectionCases, collectionDebtors } from './debt-collection.tables.js';

/** The data about a debtor that a partner receives. */
export interface DebtorFile {
  readonly customer: Customer;
  readonly contracts: readonly Contract[];
  readonly cases: readonly CollectionCase[];
  readonly block: Block | null;
}

export interface DebtorSearch {
  readonly studio: Pick<Studio, 'id'>;
  readonly partnerId: number;
  /** Condition on the partner's cases. */
  readonly cases?: SQL | undefined;
  /** Condition on the debtors. */
  readonly debtors?: SQL | undefined;
  /** The customer number after which the list begins; `limit` is its maximum length. */
  readonly after?: number;
  readonly limit?: number;
}

/**
 * Finds debtors of a partner who currently belong to a studio, ordered by number, with the cases that match the
 * condition. If a condition on cases is given, debtors without a matching case are omitted.
 */
export async function findDebtorFiles(
  db: Database,
  { studio, partnerId, cases: condition, debtors, after = 0, limit }: DebtorSearch,
): Promise<DebtorFile[]> {
  const meant = and(eq(collectionCases.partnerId, partnerId), condition);
  const query = db
    .select({ customer: customers, block: collectionDebtors.block })
    .from(collectionDebtors)
    .innerJoin(customers, eq(customers.id, collectionDebtors.customerId))
    .where(
      and(
        eq(collectionDebtors.partnerId, partnerId),
        eq(customers.studioId, studio.id),
        gt(customers.id, after),
        debtors,
        condition &&
          inArray(
            customers.id,
            db.select({ id: collectionCases.customerId }).from(collectionCases).where(meant),
          ),
      ),
    )
    .orderBy(asc(customers.id));
  const rows = await (limit === undefined ? query : query.limit(limit));
  if (rows.length === 0) return [];
  const ids = rows.map(({ customer }) => customer.id);
  const found = await findCases(db, and(meant, inArray(collectionCases.customerId, ids)));
  const signed = await db
    .select()
    .from(contracts)
    .where(inArray(contracts.customerId, ids))
    .orderBy(asc(contracts.startDate), asc(contracts.id));
  return rows.map(({ customer, block }) => ({
    customer,
    block,
    contracts: signed.filter(({ customerId }) => customerId === customer.id),
    cases: found.filter(({ customerId }) => customerId === customer.id),
  }));
}
