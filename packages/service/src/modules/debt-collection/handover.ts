import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import { addTerm, type CalendarDate, calendarDateIn, daysBetween } from '../../core/calendar.js';
import type { Context } from '../../core/context.js';
import type { Database } from '../../core/database/database.js';
import { ApiError } from '../../core/errors/api-error.js';
import { textPart } from '../../core/i18n/translate.js';
import { customers } from '../customers/customers.tables.js';
import { claimPayments, debtClaims } from '../payments/account/account.tables.js';
import { freeClaims, type OpenClaim, payableClaims } from '../payments/account/claims.js';
import type { DebtCollectionSettings } from '../studios/settings/debt-collection-settings.js';
import type { Studio } from '../studios/studios.tables.js';
import { emit } from '../webhooks/webhook-events.js';
import { effectiveTotals, openAmount } from './amounts.js';
import { isBlocked } from './blocks.js';
import {
  collectionCases,
  collectionDebtors,
  collectionDebts,
  collectionRuns,
} from './debt-collection.tables.js';
import { lockMembers } from './debtors.js';
import { writeGrants } from './grants.js';
import { collectionSettings, requireActivePartner } from './partnerships.js';
import { restrictAccess } from './restrictions.js';

/**
 * Returns the dunning level of a claim: 0 for none, otherwise the number of levels whose days overdue have passed.
 *
 * @param afterDays days overdue at which each level begins, in ascending order.
 */
export function dunningLevel(
  dueDate: CalendarDate,
  today: CalendarDate,
  afterDays: readonly number[],
): number {
  if (dueDate >= today) return 0;
  const overdue = daysBetween(dueDate, today);
  return afterDays.filter((days) => overdue >= days).length;
}

/** The condition for claims to count as overdue for long enough. */
interface Overdue {
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  readonly settings: Pick<DebtCollectionSettings, 'dunningAfterDays'>;
}

/** Returns the customers of a studio who may have claims to hand over, ordered by id. */
async function customersOverdue(
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
        // This condition matches a partial index, so that paid claims are not read.
        eq(debtClaims.isSettled, false),
        lte(debtClaims.dueDate, addTerm(today, { value: days, unit: 'DAY' }, -1)),
        gt(debtClaims.amount, paid),
      ),
    )
    .orderBy(asc(debtClaims.customerId));
  return rows.map(({ id }) => id);
}

/**
 * Returns the claims of a customer that a run takes. They have passed the last dunning level and are not in collection,
 * blocked or about to be paid, and no earlier case has reduced them to zero (specification, rule 8). The person must be
 * locked.
 */
async function claimsToHandOver(
  context: Context,
  tx: Database,
  customerId: number,
  { today, settings }: Overdue,
): Promise<OpenClaim[]> {
  if (await isDebtorBlocked(tx, customerId, today)) return [];
  const free = await freeClaims(context, tx, customerId, { today });
  const earlier = await tx
    .select({ debt: collectionDebts, isDerecognized: collectionCases.isDerecognized })
    .from(collectionDebts)
    .innerJoin(collectionCases, eq(collectionCases.id, collectionDebts.caseId))
    .where(eq(collectionCases.customerId, customerId));
  const isDone = (claimId: number) =>
    earlier.some(
      ({ debt, isDerecognized }) =>
        debt.claimId === claimId &&
        (openAmount(effectiveTotals(debt, isDerecognized)) === 0 || isBlocked(debt.block, today)),
    );
  const lastLevel = settings.dunningAfterDays.length;
  return (await payableClaims(context, tx, customerId)).filter(
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
  return rows.some(({ block }) => isBlocked(block, today));
}

export interface VerifiedRun {
  readonly runId: number;
  readonly partnerId: number;
  readonly debtors: number;
  readonly debts: number;
  /** Amount in minor units. */
  readonly total: number;
}

/**
 * Hands over the overdue claims of a studio to its partner: creates a run with a case for each debtor, grants the
 * partner access to the debtors' data, and notifies the partner (specification, states of a debt collection case).
 *
 * @param customerIds restricts the run to these customers; absent for all.
 * @throws ApiError 400 if no partner collects for the studio or there is nothing to hand over.
 */
export async function verifyRun(
  context: Context,
  tx: Database,
  studio: Studio,
  customerIds?: readonly number[],
): Promise<VerifiedRun> {
  const now = context.clock.now();
  const partner = await requireActivePartner(tx, studio);
  const settings = await collectionSettings(tx, studio.id);
  const overdue = { today: calendarDateIn(now, studio.timeZone), settings };
  const asked = (id: number) => customerIds === undefined || customerIds.includes(id);
  const found = [];
  const candidates = (await customersOverdue(tx, studio, overdue)).filter(asked);
  for (const customerId of await lockMembers(tx, studio, candidates)) {
    const claims = await claimsToHandOver(context, tx, customerId, overdue);
    if (claims.length > 0) found.push({ customerId, claims });
  }
  if (found.length === 0) {
    throw new ApiError('errormessage.debt.collection.not.possible', undefined, {
      problem: textPart('problem.debtCollection.nothingOverdue'),
    });
  }
  const [run] = await tx
    .insert(collectionRuns)
    .values({
      studioId: studio.id,
      partnerId: partner.id,
      status: 'WAITING_FOR_CONFIRMATION',
      origin: 'DEBT_COLLECTION_RUN',
      collectionType: settings.collectionType,
      collectionDate: overdue.today,
      createdAt: now,
    })
    .returning({ id: collectionRuns.id });
  if (!run) throw new Error('The run was not inserted.');
  for (const { customerId, claims } of found) {
    const caseId = randomUUID();
    await tx.insert(collectionCases).values({ id: caseId, runId: run.id, partnerId: partner.id, customerId });
    await tx
      .insert(collectionDebts)
      .values(
        claims.map(({ id, open }) => ({ id: randomUUID(), caseId, claimId: id, originalAmount: open })),
      );
    await restrictAccess(context, tx, { studioId: studio.id, customerId });
  }
  await writeGrants(
    tx,
    partner.id,
    found.map(({ customerId }) => customerId),
  );
  await emit(context, tx, studio.id, { type: 'FINANCE_DEBT_COLLECTION_RUN_CREATED', entityId: run.id });
  const debts = found.flatMap(({ claims }) => claims);
  return {
    runId: run.id,
    partnerId: partner.id,
    debtors: found.length,
    debts: debts.length,
    total: debts.reduce((sum, { open }) => sum + open, 0),
  };
}
