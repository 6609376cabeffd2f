import { asc, eq } from 'drizzle-orm';
import { addTerm, type CalendarDate, todayAt } from '../../../core/calendar.js';
import type { Context } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { findCustomer } from '../../customers/customers.js';
import type { Studio } from '../../studios/studios.tables.js';
import { CLAIMS_AHEAD } from '../contracts/contract-life.js';
import type { Contract } from '../contracts/contracts.js';
import { contracts } from '../contracts/contracts.tables.js';
import { feesOfFreeze } from './fees.js';
import type { AgreedFreeze, Freeze } from './freeze.js';
import { idlePeriods } from './idle-periods.tables.js';

export type IdlePeriod = typeof idlePeriods.$inferSelect;

/** A contract with its freezes as they stand. */
export interface FreezesOfContract {
  readonly studio: Studio;
  /** At the studio. */
  readonly today: CalendarDate;
  readonly contract: Contract;
  /** All of them, also those that were withdrawn or rejected. */
  readonly periods: readonly IdlePeriod[];
}

/** @throws ApiError 404 when there is no such contract, 403 when a key may not see its customer. */
export async function loadFreezes(
  context: Pick<Context, 'clock'>,
  db: Database,
  studio: Studio,
  contractId: number,
): Promise<FreezesOfContract> {
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

/** Whether a freeze is there for partners: neither withdrawn nor rejected. */
export function isLive({ state }: Pick<IdlePeriod, 'state'>): boolean {
  return state === 'ACCEPTED' || state === 'PENDING_VERIFICATION';
}

/** @throws ApiError 404 when the contract has no such freeze, or it was withdrawn or rejected. */
export function findLive({ periods }: FreezesOfContract, idlePeriodId: number): IdlePeriod {
  const found = periods.find((period) => period.id === idlePeriodId && isLive(period));
  if (!found) throw new ApiError('errormessage.idle.period.not.found', 'idlePeriodId', { idlePeriodId });
  return found;
}

/** Other freezes that take up the time of a contract beside one of its freezes, and count for its maxima. */
export function othersOf({ periods }: FreezesOfContract, current: IdlePeriod | null): AgreedFreeze[] {
  return periods
    .filter(({ id }) => id !== current?.id)
    .flatMap((period) => (isLive(period) ? [period.asked] : period.inForce ? [period.inForce] : []));
}

/** The freezes that the life of a contract follows from, with what they cost. */
export async function freezesOf(tx: Database, contractId: number, today: CalendarDate): Promise<Freeze[]> {
  const periods = await periodsOf(tx, contractId);
  return periods.flatMap((period) => toLifeFreeze(period, today) ?? []);
}

/** A freeze as the life of a contract sees it; null: it does not. Fees without an end are planned a little ahead. */
export function toLifeFreeze({ id, inForce }: IdlePeriod, today: CalendarDate): Freeze | null {
  if (!inForce) return null;
  const { startDate, endDate, feeDescription: description } = inForce;
  const charges = feesOfFreeze(inForce, addTerm(today, CLAIMS_AHEAD));
  return {
    id,
    startDate,
    endDate,
    charges: charges.map((charge) => ({ ...charge, description })),
  };
}
