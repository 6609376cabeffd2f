import { Type } from 'typebox';
import { decideFreeze } from '../memberships/idle-periods/decide.js';
import { defineStaffAction, type StaffCall, type StaffResult } from './staff-action.js';

const input = Type.Object({ idlePeriodId: Type.Integer({ minimum: 1 }) });

/** Decisions of a studio about freezes that wait for it. */
export const IDLE_PERIOD_ACTIONS = [
  defineStaffAction({
    name: 'idle-period.approve',
    summary: 'Approves a freeze period that waits for the studio, or the change of one.',
    input,
    run: (call) => decide(call, true),
  }),
  defineStaffAction({
    name: 'idle-period.reject',
    summary:
      'Rejects a freeze period that waits for the studio, or the change of one, which then stays as it was.',
    input,
    run: (call) => decide(call, false),
  }),
];

async function decide(
  { studio, input: { idlePeriodId }, ...unit }: StaffCall<{ idlePeriodId: number }>,
  approved: boolean,
): Promise<StaffResult> {
  const { state } = await decideFreeze(unit, { studio, idlePeriodId, approved });
  return { entity: `idle-period ${idlePeriodId}`, changed: { approved, state } };
}
