import { and, asc, eq, inArray, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { CalendarDate } from '../../core/calendar.js';
import type { Database } from '../../core/database/database.js';
import { customers } from '../customers/customers.tables.js';
import type { Contract } from '../memberships/contracts/contracts.js';
import { contracts } from '../memberships/contracts/contracts.tables.js';
import { debtClaims } from '../payments/account/account.tables.js';
import type { CollectionDebt } from './cases.js';
import type { Block } from './debt-collection.stored.js';
import { collectionCases, collectionDebtors, collectionDebts } from './debt-collection.tables.js';
import { type DebtorFile, findDebtorFiles } from './debtor-files.js';
import { customerIdOf, requireDebtorsHere } from './debtors.js';
import type { RunHolder } from './runs.js';

/** Returns whether a block stops the collection on a day. The end date is the block's last day. */
export function isBlocked(block: Block | null, today: CalendarDate): boolean {
  switch (block?.limitType) {
    case 'UNLIMITED':
      return true;
    case 'LIMITED':
      return block.endDate !== undefined && today <= block.endDate;
    case 'DISABLED':
    case undefined:
      return false;
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A slice of a list. */
export interface Part {
  readonly offset: number;
  readonly size: number;
}

/** Studio, partner and day for a list of blocked debtors. */
export interface BlockedOn extends RunHolder {
  readonly today: CalendarDate;
}

/**
 * Returns a partner's blocked debtors whose data it may read, ordered by number, with all of their cases.
 *
 * @param ids restricts the list to these debtors; absent for all.
 * @param part `offset` is the number of the customer after whom the list begins.
 * @throws ApiError 403 if a named debtor now belongs to another studio.
 */
export async function blockedDebtors(
  db: Database,
  { studio, partner, today }: BlockedOn,
  ids: readonly string[] | undefined,
  { offset, size }: Part,
): Promise<DebtorFile[]> {
  const customerIds = ids?.flatMap((id) => customerIdOf(id) ?? []);
  if (customerIds) {
    await requireDebtorsHere(db, { studio, partner }, inArray(customers.id, customerIds), 'debtorId');
  }
  return findDebtorFiles(db, {
    studio,
    partnerId: partner.id,
    debtors: and(
      eq(collectionDebtors.isGranted, true),
      isInForce(collectionDebtors.block, today),
      customerIds && inArray(customers.id, customerIds),
    ),
    after: offset,
    limit: size,
  });
}

export interface BlockedDebt {
  readonly customerId: number;
  readonly debt: CollectionDebt;
  readonly block: Block;
  readonly contracts: readonly Contract[];
}

/**
 * Returns the debts in a partner's open cases that are blocked, either themselves or through their case.
 *
 * @param ids restricts the list to these debts; absent for all.
 * @param part `offset` is the number of debts to skip.
 * @throws ApiError 403 if the debtor of a named debt now belongs to another studio.
 */
export async function blockedDebts(
  db: Database,
  { studio, partner, today }: BlockedOn,
  ids: readonly string[] | undefined,
  { offset, size }: Part,
): Promise<BlockedDebt[]> {
  const debtIds = ids?.filter((id) => UUID.test(id));
  if (debtIds) {
    const owing = db
      .select({ id: collectionCases.customerId })
      .from(collectionDebts)
      .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
      .where(and(eq(collectionCases.partnerId, partner.id), inArray(collectionDebts.id, debtIds)));
    await requireDebtorsHere(db, { studio, partner }, inArray(customers.id, owing), 'debtId');
  }
  const rows = await db
    .select({ debt: collectionDebts, claim: debtClaims, one: collectionCases, contract: contracts })
    .from(collectionDebts)
    .innerJoin(debtClaims, eq(debtClaims.id, collectionDebts.claimId))
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .innerJoin(customers, eq(customers.id, collectionCases.customerId))
    .leftJoin(contracts, eq(contracts.id, debtClaims.contractId))
    .where(
      and(
        eq(collectionCases.partnerId, partner.id),
        eq(customers.studioId, studio.id),
        isNull(collectionCases.closure),
        or(isInForce(collectionDebts.block, today), isInForce(collectionCases.block, today)),
        debtIds && inArray(collectionDebts.id, debtIds),
      ),
    )
    .orderBy(asc(collectionCases.position), asc(debtClaims.dueDate), asc(debtClaims.id))
    .offset(offset)
    .limit(size);
  return rows.map(({ debt, claim, one, contract }) => ({
    customerId: one.customerId,
    debt: { ...debt, claim },
    block: [debt.block, one.block].find((block) => isBlocked(block, today)) ?? { limitType: 'UNLIMITED' },
    contracts: contract ? [contract] : [],
  }));
}

/** Expresses `isBlocked` in SQL. */
function isInForce(block: PgColumn, today: CalendarDate): SQL | undefined {
  return and(
    isNotNull(block),
    or(
      eq(sql`${block} ->> 'limitType'`, 'UNLIMITED'),
      and(eq(sql`${block} ->> 'limitType'`, 'LIMITED'), sql`${block} ->> 'endDate' >= ${today}`),
    ),
  );
}
