import { addTerm, type CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { CLAIMS_AHEAD } from '../life/contract-life.js';
import type { Freeze } from '../life/freeze.js';
import { feesOfFreeze } from './fees.js';
import { periodsOf, type IdlePeriod } from './idle-periods.js';

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
