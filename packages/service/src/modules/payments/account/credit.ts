import { and, asc, eq, exists, gt, inArray, lte, not, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type CalendarDate, calendarDateIn, dayAfter, isKnownZone } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { customers } from '../../customers/customers.tables.js';
import { studios } from '../../studios/studios.tables.js';
import type { LaterModules } from '../later-modules.js';
import { accountTransactions, claimPayments, debtClaims } from './account.tables.js';
import { type ClaimPayment, divide, freeClaims, openClaims, type Part, payClaims } from './claims.js';

/** A transaction that is not fully assigned to claims and was not taken back. `left` is in minor units. */
interface Source {
  readonly id: number;
  readonly left: number;
  /** Whether the studio has granted it, such as the credit of a voucher: nobody has paid it through a provider. */
  readonly isGranted: boolean;
}

/** Returns the customer's transactions that still have credit left, oldest first. */
export async function sourcesOf(tx: Database, customerId: number): Promise<Source[]> {
  return creditSources(tx, customerId).orderBy(asc(accountTransactions.id));
}

/** Builds a query for the customer's transactions that still have credit left. */
export function creditSources(db: Database, customerId: number) {
  const left = sql<number>`${accountTransactions.amount} - coalesce(sum(${claimPayments.amount}), 0)`;
  const { id, amount, bookedAt, usageId, chargeId, reversesId, creditsClaimId } = accountTransactions;
  // A reversal counts as a payment too: it books back money that had been returned.
  const isPaid = sql<boolean>`coalesce(${usageId}::text, ${chargeId}::text, ${reversesId}::text) is not null`;
  return db
    .select({
      id,
      amount,
      bookedAt,
      left: left.mapWith(Number).as('left_over'),
      isPaid: isPaid.as('is_paid'),
      isGranted: sql<boolean>`not (${isPaid}) and ${creditsClaimId} is null`.as('is_granted'),
    })
    .from(accountTransactions)
    .leftJoin(claimPayments, eq(claimPayments.transactionId, id))
    .where(and(eq(accountTransactions.customerId, customerId), not(isReversed(db))))
    .groupBy(id)
    .having(gt(left, 0));
}

/** Returns the condition that an account transaction was taken back. */
function isReversed(db: Database): SQL {
  const reversal = alias(accountTransactions, 'reversal');
  return exists(
    db.select({ id: reversal.id }).from(reversal).where(eq(reversal.reversesId, accountTransactions.id)),
  );
}

/** Returns the credit that is neither used nor reserved, in minor units. The caller holds the person's lock. */
export async function freeCredit(
  context: Pick<Context, 'memberships'>,
  tx: Database,
  customerId: number,
): Promise<number> {
  return Math.max(0, await creditBeyondReserved(context, tx, customerId));
}

/** Returns whether less credit is left than sales in progress have reserved. The caller holds the person's lock. */
export async function isReservedCreditShort(
  context: Pick<Context, 'memberships'>,
  tx: Database,
  customerId: number,
): Promise<boolean> {
  return (await creditBeyondReserved(context, tx, customerId)) < 0;
}

async function creditBeyondReserved(
  { memberships }: Pick<Context, 'memberships'>,
  tx: Database,
  customerId: number,
): Promise<number> {
  const sources = await sourcesOf(tx, customerId);
  const credit = sources.reduce((sum, { left }) => sum + left, 0);
  return credit - (await memberships.reservedCredit(tx, customerId));
}

/**
 * Settles due claims from credit, oldest first, leaving out what a payment in progress is about to pay. The caller
 * holds the person's lock. Calling it again changes nothing.
 *
 * @returns to how many claims it has paid something.
 */
export async function settleDueClaims(
  context: LaterModules,
  tx: Database,
  customerId: number,
  today: CalendarDate,
): Promise<number> {
  const due = (await freeClaims(context, tx, customerId, { today })).filter(
    ({ dueDate }) => dueDate <= today,
  );
  const parts = divide(await freeCredit(context, tx, customerId), due);
  await payByCredit(tx, customerId, parts);
  return parts.length;
}

/**
 * Settles claims from credit that was reserved for them, in their order, even before they are due. The caller holds the
 * person's lock and has ended the reservation. If a debit behind the credit has been returned in the meantime, the
 * missing part of the claims stays open.
 */
export async function settleByCredit(
  context: LaterModules,
  tx: Database,
  customerId: number,
  { claimIds, amount }: { readonly claimIds: readonly number[]; readonly amount: number },
): Promise<void> {
  const claims = (await openClaims(tx, customerId)).filter(({ id }) => claimIds.includes(id));
  const left = Math.min(amount, await freeCredit(context, tx, customerId));
  await payByCredit(tx, customerId, divide(left, claims));
}

/**
 * Pays claims from credit, oldest first. The caller holds the person's lock.
 *
 * @param firstId the transaction whose credit is used before that of the others
 * @throws Error when the credit is less than the parts.
 */
export async function payByCredit(
  tx: Database,
  customerId: number,
  parts: readonly Part[],
  firstId?: number,
): Promise<void> {
  if (parts.length === 0) return;
  const sources = (await sourcesOf(tx, customerId))
    .map((source) => ({ ...source }))
    .sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId));
  const paid: ClaimPayment[] = [];
  for (const { claimId, amount } of parts) {
    let open = amount;
    for (const source of sources) {
      const part = Math.min(open, source.left);
      if (part === 0) continue;
      source.left -= part;
      open -= part;
      paid.push({ transactionId: source.id, claimId, amount: part });
    }
    if (open > 0) throw new Error(`Credit of ${open} minor units is missing for claim ${claimId}.`);
  }
  await payClaims(tx, paid);
}

const AT_ONCE = 1000;

/**
 * Finds customers with credit who have an open claim that is due by their studio's calendar.
 *
 * @param onFault called once for each studio whose time zone is unknown here; customers of the other studios are still
 * found.
 */
export async function customersToSettle(
  db: Database,
  now: Date,
  onFault: (fault: unknown) => void,
): Promise<{ readonly customerId: number; readonly timeZone: string }[]> {
  const due = await customersWithDueClaims(db, lastDayAnywhere(now));
  const found = [];
  const unknown = new Map<number, Unsettled>();
  for (let at = 0; at < due.length; at += AT_ONCE) {
    const some = new Map(due.slice(at, at + AT_ONCE).map(({ customerId, since }) => [customerId, since]));
    const rows = await db
      .select({ customerId: customers.id, studioId: customers.studioId, timeZone: studios.timeZone })
      .from(customers)
      .innerJoin(studios, eq(studios.id, customers.studioId))
      .where(inArray(customers.id, [...some.keys()]));
    for (const { customerId, studioId, timeZone } of rows) {
      const today = todayIn(timeZone, now);
      if (today === null) {
        unknown.set(studioId, { timeZone, count: (unknown.get(studioId)?.count ?? 0) + 1 });
      } else if ((some.get(customerId) ?? '') <= today) found.push({ customerId, timeZone });
    }
  }
  for (const [studioId, { timeZone, count }] of unknown) {
    const whose = `Credit of ${count} customers of studio ${studioId} is not settled`;
    onFault(new Error(`${whose}: its time zone "${timeZone}" is not known.`));
  }
  return found;
}

/** Returns the calendar date in the time zone that is furthest ahead. */
function lastDayAnywhere(now: Date): CalendarDate {
  return dayAfter(calendarDateIn(now, 'UTC'));
}

interface Unsettled {
  readonly timeZone: string;
  readonly count: number;
}

/**
 * Returns today in a time zone, or null if this process does not know the zone. The database must not compute this: it
 * may have other zones, and one unknown zone would fail the query for the customers of all studios.
 */
function todayIn(timeZone: string, now: Date): CalendarDate | null {
  return isKnownZone(timeZone) ? calendarDateIn(now, timeZone) : null;
}

/** Finds customers with credit, and the due date of their earliest open claim. */
async function customersWithDueClaims(
  db: Database,
  day: CalendarDate,
): Promise<{ readonly customerId: number; readonly since: CalendarDate }[]> {
  const used = db
    .select({ total: sql`coalesce(sum(${claimPayments.amount}), 0)` })
    .from(claimPayments)
    .where(eq(claimPayments.transactionId, accountTransactions.id));
  const withCredit = db
    .select({ id: accountTransactions.id })
    .from(accountTransactions)
    .where(
      and(
        eq(accountTransactions.customerId, debtClaims.customerId),
        sql`${accountTransactions.amount} > (${used})`,
        not(isReversed(db)),
      ),
    );
  return db
    .select({
      customerId: debtClaims.customerId,
      since: sql<CalendarDate>`to_char(min(${debtClaims.dueDate}), 'YYYY-MM-DD')`,
    })
    .from(debtClaims)
    .where(and(eq(debtClaims.isSettled, false), lte(debtClaims.dueDate, day), exists(withCredit)))
    .groupBy(debtClaims.customerId);
}
