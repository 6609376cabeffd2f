import { and, eq, isNull } from 'drizzle-orm';
import { Type } from 'typebox';
import { todayAt } from '../../../core/calendar.js';
import type { Context, UnitOfWork } from '../../../core/context.js';
import type { Database } from '../../../core/database/database.js';
import { ApiError } from '../../../core/errors/api-error.js';
import { lockCustomer } from '../../customers/customers.js';
import { customers } from '../../customers/customers.tables.js';
import { defineStaffAction, type StaffCall, type StaffResult } from '../../studios/staff/staff-action.js';
import type { Studio } from '../../studios/studios.tables.js';
import { contracts } from '../contracts/contracts.tables.js';
import { writeIdlePeriod } from './changes.js';
import { type IdlePeriod, type IdlePeriodsOfContract, periodsOf } from './idle-periods.js';
import { idlePeriods } from './idle-periods.tables.js';

/** The studio's decision about a pending idle period. */
interface Decision {
  readonly studio: Studio;
  readonly idlePeriodId: number;
  readonly approved: boolean;
}

/**
 * Approves or rejects a pending idle period, or a pending change to one. If a change is rejected, the previous
 * agreement stands.
 *
 * @throws ApiError 404 if the studio has no such idle period; 400 if it is not pending.
 */
async function decideIdlePeriod(
  unit: UnitOfWork,
  { studio, idlePeriodId, approved }: Decision,
): Promise<IdlePeriod> {
  const { context, tx } = unit;
  const ofContract = await lockIdlePeriods(context, tx, studio, idlePeriodId);
  const current = ofContract.periods.find(({ id }) => id === idlePeriodId);
  if (!current) throw new Error('The idle period no longer exists.');
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
  return writeIdlePeriod(unit, ofContract, { id, version, ...change }, event);
}

async function lockIdlePeriods(
  context: Context,
  tx: Database,
  studio: Studio,
  idlePeriodId: number,
): Promise<IdlePeriodsOfContract> {
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

const input = Type.Object({ idlePeriodId: Type.Integer({ minimum: 1 }) });

/** Staff actions that approve or reject pending idle periods. */
export const IDLE_PERIOD_ACTIONS = [
  defineStaffAction({
    name: 'idle-period.approve',
    summary: 'Approves a pending idle period, or a pending change to one.',
    input,
    run: (call) => decide(call, true),
  }),
  defineStaffAction({
    name: 'idle-period.reject',
    summary:
      'Rejects a pending idle period, or a pending change to one; the idle period then stays unchanged.',
    input,
    run: (call) => decide(call, false),
  }),
];

async function decide(
  { studio, input: { idlePeriodId }, ...unit }: StaffCall<{ idlePeriodId: number }>,
  approved: boolean,
): Promise<StaffResult> {
  const { state } = await decideIdlePeriod(unit, { studio, idlePeriodId, approved });
  return { entity: `idle-period ${idlePeriodId}`, changed: { approved, state } };
}
