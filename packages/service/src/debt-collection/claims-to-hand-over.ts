import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Studio } from '../context.js';
import { freeClaims, payableClaims } from '../customers/claims.js';
import type { OpenClaim } from '../customers/division.js';
import { dunningLevel } from '../customers/dunning-level.js';
import { addTerm, type CalendarDate } from '../domain/calendar.js';
import type { DebtCollectionSettings } from '../domain/debt-collection.js';
import type { Database } from '../store/database.js';
import { collectionCases, collectionDebtors, collectionDebts } from '../store/debt-collection-tables.js';
import { claimPayments, customers, debtClaims } from '../store/schema.js';
import { effectiveTotals, openAmount } from './rules/amounts.js';
import { isInForce } from './rules/blocks.js';

/** Condition under which claims count as overdue for long enough. */
export interface Overdue {
  /** At the studio. */
  readonly today: CalendarDate;
  readonly settings: Pick<DebtCollectionSettings, 'dunningAfterDays'>;
}

/** Customers of a studio who may have claims to hand over, in the order of their ids. */
export async function customersOverdue(
  db: Database,
  { id: studioId }: Pick<Studio, 'id'>,
  { today, settings }: Overdue,
): Promise<number[]> {
  const days = Math.max(1, ...settings.dunningAfterDays);
  const paid = sql`coalesce((select sum(${claimPayments.amount}) from ${claimPayments} where ${claimPayments.claimId} = ${debtClaims.id}), 0)`;
  const rows = await db
    .selectDistinct({ id: debtClaims.customerId })
    .from(debtClaims)
    .innerJoin(customers, eq(customers.id, debtClaims.customerId))
    .where(
      and(
        eq(customers.studioId, studioId),
        // The condition of an index: claims that are paid are not looked at.
        eq(debtClaims.isSettled, false),
        lte(debtClaims.dueDate, addTerm(today, { value: days, unit: 'DAY' }, -1)),
        gt(debtClaims.amount, paid),
      ),
    )
    .orderBy(asc(debtClaims.customerId));
  return rows.map(({ id }) => id);
}

/**
 * The claims of a customer that a run takes: those that have passed the last level of dunning, that nobody collects, is
 * about to pay or has blocked, and that no earlier case has brought to nothing (specification, rule 8). The person is
 * locked.
 */
export async function claimsToHandOver(
  tx: Database,
  customerId: number,
  { today, settings }: Overdue,
): Promise<OpenClaim[]> {
  if (await isDebtorBlocked(tx, customerId, today)) return [];
  const free = await freeClaims(tx, customerId, today);
  const earlier = await tx
    .select({ debt: collectionDebts, isDerecognized: collectionCases.isDerecognized })
    .from(collectionDebts)
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .where(eq(collectionCases.customerId, customerId));
  const isDone = (claimId: number) =>
    earlier.some(
      ({ debt, isDerecognized }) =>
        debt.claimId === claimId &&
        (openAmount(effectiveTotals(debt, isDerecognized)) === 0 || isInForce(debt.block, today)),
    );
  const lastLevel = settings.dunningAfterDays.length;
  return (await payableClaims(tx, customerId)).filter(
    ({ id, open, dueDate }) =>
      dueDate < today &&
      dunningLevel(dueDate, today, settings.dunningAfterDays) === lastLevel &&
      free.some((claim) => claim.id === id && claim.open === open) &&
      !isDone(id),
  );
}

async function isDebtorBlocked(tx: Database, customerId: number, today: CalendarDate): Promise<boolean> {
  const rows = await tx
    .select({ block: collectionDebtors.block })
    .from(collectionDebtors)
    .where(eq(collectionDebtors.customerId, customerId));
  return rows.some(({ block }) => isInForce(block, today));
}
