import { eq } from 'drizzle-orm';
import type { Context } from '../../context.js';
import type { CalendarDate } from '../../domain/calendar.js';
import type { Database } from '../../store/database.js';
import { contracts } from '../../store/membership-tables.js';
import { lockContract } from './lock-contract.js';
import { bringForward } from './bring-forward.js';
import { unmoved } from './freeze.js';

/**
 * Fixes the last day of a contract: nothing extends it beyond, and what would fall due later is dropped, unless it is
 * paid or about to be.
 *
 * @param endDate on the calendar; a freeze that comes or goes later moves it
 */
export async function endContract(
  context: Context,
  tx: Database,
  contractId: number,
  endDate: CalendarDate,
): Promise<void> {
  const { freezes, today } = await lockContract(context, tx, contractId);
  const finalEndDate = unmoved(endDate, freezes, today);
  await tx.update(contracts).set({ finalEndDate }).where(eq(contracts.id, contractId));
  await bringForward(context, tx, contractId);
}
