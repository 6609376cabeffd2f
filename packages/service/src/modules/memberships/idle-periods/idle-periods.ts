import { asc, eq, inArray } from 'drizzle-orm';
import { addTerm, type CalendarDate, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { findCustomer } from '../../customers/customers.js';
import type { Studio } from '../../studios/studios.tables.js';
import { CLAIMS_AHEAD } from '../contracts/contract-life.js';
import { type Contract, signedTerm } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import { feesOfIdlePeriod } from './fees.js';
import type { AgreedIdlePeriod, IdleDates, IdleTime } from './idle-time.js';
import { idlePeriods } from './idle-periods.tables.js';

export type IdlePeriod = typeof idlePeriods.$inferSelect;

/** A contract with the current state of its idle periods. */
export interface IdlePeriodsOfContract {
  readonly studio: Studio;
  /** Today in the studio's time zone. */
  readonly today: CalendarDate;
  readonly contract: Contract;
  /** All idle periods, including those that were withdrawn or rejected. */
  readonly periods: readonly IdlePeriod[];
}

/**
 * Loads a contract with its idle periods.
 *
 * @throws ApiError 404 if there is no such contract; 403 if a key may not read its customer.
 */
export async function loadIdlePeriods(
  context: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  contractId: number,
): Promise<IdlePeriodsOfContract> {
  const [contract] = await db.select().from(contracts).where(eq(contracts.id, contractId));
  if (!contract) throw new ApiError('errormessage.contract.not.found', 'contractId', { contractId });
  await findCustomer(db, studio.id, contract.customerId, 'contractId');
  return { studio, today: todayAt(context, studio), contract, periods: await periodsOf(db, contractId) };
}

export function periodsOf(db: Database, contractId: number): Promise<IdlePeriod[]> {
  return db
    .select()
    .from(idlePeriods)
    .where(eq(idlePeriods.contractId, contractId))
    .orderBy(asc(idlePeriods.id));
}

/** Returns whether partners can see an idle period: it is neither withdrawn nor rejected. */
export function isLive({ state }: Pick<IdlePeriod, 'state'>): boolean {
  return state === 'ACCEPTED' || state === 'PENDING_VERIFICATION';
}

/**
 * Finds an idle period that is neither withdrawn nor rejected.
 *
 * @throws ApiError 404 if the contract has none with this id.
 */
export function findLive({ periods }: IdlePeriodsOfContract, idlePeriodId: number): IdlePeriod {
  const found = periods.find((period) => period.id === idlePeriodId && isLive(period));
  if (!found) throw new ApiError('errormessage.idle.period.not.found', 'idlePeriodId', { idlePeriodId });
  return found;
}

/** Returns the contract's other idle periods, which take up time and count towards the maximum number of terms. */
export function othersOf({ periods }: IdlePeriodsOfContract, current: IdlePeriod | null): AgreedIdlePeriod[] {
  return periods
    .filter(({ id }) => id !== current?.id)
    .flatMap((period) => (isLive(period) ? [period.asked] : period.inForce ? [period.inForce] : []));
}

/** Returns the idle periods that affect a contract's end and claims, with their fees. */
export async function idleTimesOf(
  tx: Database,
  contractId: number,
  today: CalendarDate,
): Promise<IdleTime[]> {
  const periods = await periodsOf(tx, contractId);
  return periods.flatMap((period) => toIdleTime(period, today) ?? []);
}

/**
 * Returns how an idle period affects a contract's life; null if it does not. The fees of open-ended idle periods are
 * planned a short time ahead.
 */
export function toIdleTime({ id, inForce }: IdlePeriod, today: CalendarDate): IdleTime | null {
  if (!inForce) return null;
  const { startDate, endDate, feeDescription: description } = inForce;
  const charges = feesOfIdlePeriod(inForce, addTerm(today, CLAIMS_AHEAD));
  return {
    id,
    startDate,
    endDate,
    charges: charges.map((charge) => ({ ...charge, description })),
  };
}

/** An idle period as agreed; pending requests are not included. */
export interface CustomerIdlePeriod extends IdleDates {
  readonly id: number;
  readonly customerId: number;
  readonly reason: string;
  readonly contract: { readonly id: number; readonly rateName: string };
}

/** Returns the past, current and future idle periods of customers, by start date. */
export async function customerIdlePeriods(
  db: Database,
  customerIds: readonly number[],
): Promise<CustomerIdlePeriod[]> {
  if (customerIds.length === 0) return [];
  const found = await db
    .select({ id: idlePeriods.id, inForce: idlePeriods.inForce, contract: contracts })
    .from(idlePeriods)
    .innerJoin(contracts, eq(contracts.id, idlePeriods.contractId))
    .where(inArray(contracts.customerId, [...customerIds]))
    .orderBy(asc(idlePeriods.id));
  return found
    .flatMap(({ id, inForce, contract }) => {
      if (!inForce) return [];
      const { startDate, endDate, reason } = inForce;
      const signed = { id: contract.id, rateName: signedTerm(contract).rateName };
      return {
        id,
        customerId: contract.customerId,
        startDate,
        endDate,
        reason: reason.name,
        contract: signed,
      };
    })
    .sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0));
}
