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

/** A contract with its idle periods as they stand. */
export interface IdlePeriodsOfContract {
  readonly studio: Studio;
  /** At the studio. */
  readonly today: CalendarDate;
  readonly contract: Contract;
  /** All of them, also those that were withdrawn or rejected. */
  readonly periods: readonly IdlePeriod[];
}

/** @throws ApiError 404 when there is no such contract, 403 when a key may not see its customer. */
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

/** Whether an idle period is there for partners: neither withdrawn nor rejected. */
export function isLive({ state }: Pick<IdlePeriod, 'state'>): boolean {
  return state === 'ACCEPTED' || state === 'PENDING_VERIFICATION';
}

/** @throws ApiError 404 when the contract has no such idle period, or it was withdrawn or rejected. */
export function findLive({ periods }: IdlePeriodsOfContract, idlePeriodId: number): IdlePeriod {
  const found = periods.find((period) => period.id === idlePeriodId && isLive(period));
  if (!found) throw new ApiError('errormessage.idle.period.not.found', 'idlePeriodId', { idlePeriodId });
  return found;
}

/** Other idle periods that take up the time of a contract beside one of its idle periods, and count for its maxima. */
export function othersOf({ periods }: IdlePeriodsOfContract, current: IdlePeriod | null): AgreedIdlePeriod[] {
  return periods
    .filter(({ id }) => id !== current?.id)
    .flatMap((period) => (isLive(period) ? [period.asked] : period.inForce ? [period.inForce] : []));
}

/** The idle periods that the life of a contract follows from, with what they cost. */
export async function idleTimesOf(
  tx: Database,
  contractId: number,
  today: CalendarDate,
): Promise<IdleTime[]> {
  const periods = await periodsOf(tx, contractId);
  return periods.flatMap((period) => toIdleTime(period, today) ?? []);
}

/** An idle period as the life of a contract sees it; null: it does not. Fees without an end are planned a little ahead. */
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

/** An idle period that counts, as agreed: not what a member has only asked for. */
export interface CustomerIdlePeriod extends IdleDates {
  readonly id: number;
  readonly customerId: number;
  readonly reason: string;
  readonly contract: { readonly id: number; readonly rateName: string };
}

/** The past, present and coming idle periods of customers, by their start. */
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
