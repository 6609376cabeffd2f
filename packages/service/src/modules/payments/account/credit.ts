import { and, asc, eq, exists, gt, inArray, lte, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type CalendarDate, calendarDateIn, dayAfter, isKnownZone } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { customers } from '../../customers/customers.tables.js';
import { studios } from '../../studios/studios.tables.js';
import type { LaterModules } from '../later-modules.js';
import { accountTransactions, claimPayments, debtClaims } from './account.tables.js';
import { type ClaimPayment, divide, freeClaims, openClaims, type Part, payClaims } from './claims.js';

/** A transaction that has not gone to claims as a whole, and was not taken back; `left` in minor units. */
interface Source {
  readonly id: number;
  readonly left: number;
}

async function sourcesOf(tx: Database, customerId: number): Promise<Source[]> {
  return creditSources(tx, customerId).orderBy(asc(accountTransactions.id));
}

/** The transactions of a customer that credit is left of, as a query. */
export function creditSources(db: Database, customerId: number) {
  const reversal = alias(accountTransactions, 'reversal');
  const isReversed = exists(
    db.select({ id: reversal.id }).from(reversal).where(eq(reversal.reversesId, accountTransactions.id)),
  );
  const left = sql<number>`${accountTransactions.amount} - coalesce(sum(${claimPayments.amount}), 0)`;
  const { id, amount, bookedAt, usageId, chargeId, reversesId } = accountTransactions;
  return db
    .select({
      id,
      amount,
      bookedAt,
      left: left.mapWith(Number).as('left_over'),
      // Also what was booked back after it had been returned.
      isPaid: sql<boolean>`coalesce(${usageId}::text, ${chargeId}::text, ${reversesId}::text) is not null`.as(
        'is_paid',
      ),
    })
    .from(accountTransactions)
    .leftJoin(claimPayments, eq(claimPayments.transactionId, id))
    .where(and(eq(accountTransactions.customerId, customerId), not(isReversed)))
    .groupBy(id)
    .having(gt(left, 0));
}

/** The credit that nothing has used or reserved, in minor units; the person is locked. */
export async function freeCredit(
  context: Pick<Context, 'memberships'>,
  tx: Database,
  customerId: number,
): Promise<number> {
  return Math.max(0, await creditBeyondReserved(context, tx, customerId));
}

/** Whether less credit is left than sales under way have reserved; the person is locked. */
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
 * Settles by credit what is due and no payment under way is about to pay, the oldest first; the person is locked.
 * Called again, it changes nothing.
 */
export async function settleDueClaims(
  context: LaterModules,
  tx: Database,
  customerId: number,
  today: CalendarDate,
): Promise<void> {
  const due = (await freeClaims(context, tx, customerId, { today })).filter(
    ({ dueDate }) => dueDate <= today,
  );
  await payByCredit(tx, customerId, divide(await freeCredit(context, tx, customerId), due));
}

/**
 * Settles by credit that was reserved, in their order, claims that may not be due yet; the person is locked, and nothing
 * reserves that credit any more. A debit that was part of it may have come back meanwhile: what is missing stays open.
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

async function payByCredit(tx: Database, customerId: number, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return;
  const sources = (await sourcesOf(tx, customerId)).map(({ id, left }) => ({ id, left }));
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
 * Customers with credit of whom something is due at their studio, by its calendar, and still open.
 *
 * @param onFault told once about each studio whose time zone is not known here; customers of the others are found.
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

/** The day in the zone that is first of all. */
function lastDayAnywhere(now: Date): CalendarDate {
  return dayAfter(calendarDateIn(now, 'UTC'));
}

interface Unsettled {
  readonly timeZone: string;
  readonly count: number;
}

/**
 * By the calendar as this process knows it; null for a time zone that it does not know. The database may know other zones,
 * and one that it does not know would fail for the customers of all studios.
 */
function todayIn(timeZone: string, now: Date): CalendarDate | null {
  return isKnownZone(timeZone) ? calendarDateIn(now, timeZone) : null;
}

/** Customers with credit, and the day on which the first of their open claims falls due. */
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
