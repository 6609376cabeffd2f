import { and, eq, gte, inArray, isNull } from 'drizzle-orm';
import { addTerm, type CalendarDate, type Term } from '../../../core/calendar.js';
import type { Database } from '../../../core/database/database.js';
import { type ModuleContract, moduleContractsOf } from '../additional-modules/module-contracts.js';
import { type IdlePeriod, toIdleTime } from '../idle-periods/idle-periods.js';
import { idlePeriods } from '../idle-periods/idle-periods.tables.js';
import { contractParts } from './contract-parts.js';
import type { Contract } from './contracts.js';
import { contracts } from './contracts.tables.js';

/** How far ahead fees are planned here: a contract that is extended by a year has a fee in that time. */
const AHEAD: Term = { value: 13, unit: 'MONTH' };

/**
 * Returns the day after today on which the first fee of a contract falls due that is not written as a claim yet, if
 * nobody cancels the contract; null if there is none. While an idle period has no known end, only its own fees are
 * known. Without side effects.
 */
export function nextFeeOn(
  contract: Contract,
  booked: readonly ModuleContract[],
  periods: readonly IdlePeriod[],
  today: CalendarDate,
): CalendarDate | null {
  const plannedOn = (day: CalendarDate) => {
    const idleTimes = periods.flatMap((period) => toIdleTime(period, day) ?? []);
    return contractParts(contract, booked, idleTimes, day).claims;
  };
  const written = new Set(plannedOn(today).map(({ key }) => key));
  const later = plannedOn(addTerm(today, AHEAD));
  return later.find(({ key, dueDate }) => !written.has(key) && dueDate > today)?.dueDate ?? null;
}

/**
 * Returns the first day on which a fee of a customer's contracts falls due that is not written as a claim yet; null if
 * there is none. Payments call it through the Context.
 */
export async function nextFeeOfCustomer(
  db: Database,
  customerId: number,
  today: CalendarDate,
): Promise<CalendarDate | null> {
  const running = await db
    .select()
    .from(contracts)
    .where(
      and(eq(contracts.customerId, customerId), gte(contracts.endDate, today), isNull(contracts.withdrawnOn)),
    );
  if (running.length === 0) return null;
  const ids = running.map(({ id }) => id);
  const booked = await moduleContractsOf(db, ids);
  const periods = await db.select().from(idlePeriods).where(inArray(idlePeriods.contractId, ids));
  const days = running.map((contract) => {
    const isOf = ({ contractId }: { readonly contractId: number }) => contractId === contract.id;
    return nextFeeOn(contract, booked.filter(isOf), periods.filter(isOf), today);
  });
  return days.filter((day) => day !== null).sort()[0] ?? null;
}
