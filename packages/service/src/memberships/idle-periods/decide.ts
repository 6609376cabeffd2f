import { and, eq, isNull } from 'drizzle-orm';
import type { Context, Studio, UnitOfWork } from '../../context.js';
import { lockCustomer } from '../../customers/customers.js';
import { ApiError } from '../../errors/api-error.js';
import type { Database } from '../../store/database.js';
import { idlePeriods } from '../../store/idle-period-tables.js';
import { contracts } from '../../store/membership-tables.js';
import { customers } from '../../store/schema.js';
import { todayAt } from '../offers.js';
import { periodsOf, type FreezesOfContract, type IdlePeriod } from './idle-periods.js';
import { writeFreeze } from './write.js';

/** A decision of the studio about a freeze that waits for it. */
export interface Decision {
  readonly studio: Studio;
  readonly idlePeriodId: number;
  readonly approved: boolean;
}

/**
 * Decides about a freeze that waits for the studio, or about the change of one; a change that is rejected leaves what was
 * agreed before.
 *
 * @throws ApiError 404 when the studio has no such freeze, 400 when it does not wait.
 */
export async function decideFreeze(
  unit: UnitOfWork,
  { studio, idlePeriodId, approved }: Decision,
): Promise<IdlePeriod> {
  const { context, tx } = unit;
  const freezes = await lockFreezes(context, tx, studio, idlePeriodId);
  const current = freezes.periods.find(({ id }) => id === idlePeriodId);
  if (!current) throw new Error('A freeze that was just there is gone.');
  const { id, version, state, asked, inForce } = current;
  if (state !== 'PENDING_VERIFICATION') {
    throw new ApiError('errormessage.idle.period.not.pending', 'idlePeriodId', { idlePeriodId, state });
  }
  const change = approved
    ? ({ state: 'ACCEPTED', inForce: asked } as const)
    : inForce
      ? ({ state: 'ACCEPTED', asked: inForce } as const)
      : ({ state: 'REJECTED' } as const);
  const event = change.state === 'REJECTED' ? 'CANCELLED' : 'UPDATED';
  return writeFreeze(unit, freezes, { id, version, ...change }, event);
}

async function lockFreezes(
  context: Context,
  tx: Database,
  studio: Studio,
  idlePeriodId: number,
): Promise<FreezesOfContract> {
  const [found] = await tx
    .select({ contract: contracts, studioId: customers.studioId })
    .from(idlePeriods)
    .innerJoin(contracts, eq(contracts.id, idlePeriods.contractId))
    .innerJoin(customers, and(eq(customers.id, contracts.customerId), isNull(customers.erasedAt)))
    .where(eq(idlePeriods.id, idlePeriodId));
  if (found?.studioId !== studio.id) {
    throw new ApiError('errormessage.idle.period.not.found', 'idlePeriodId', { idlePeriodId });
  }
  await lockCustomer(tx, found.contract.customerId);
  const { contract } = found;
  return { studio, today: todayAt(context, studio), contract, periods: await periodsOf(tx, contract.id) };
}
