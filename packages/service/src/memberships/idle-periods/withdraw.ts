import type { Context, Studio } from '../../context.js';
import type { AgreedFreeze } from '../../domain/agreed-freeze.js';
import { dayBefore, type CalendarDate } from '../../domain/calendar.js';
import { settingsOf } from '../../domain/studio-settings.js';
import { ApiError } from '../../errors/api-error.js';
import { feeOfEnded } from './fees.js';
import { changeFreezes } from './change.js';
import { findLive, type IdlePeriod } from './idle-periods.js';
import { isWithinDays } from './validation.js';
import { writeFreeze, type FreezeEvent } from './write.js';

/** The part that was withdrawn: a freeze, one that had no end and is over now, or only a change of it. */
export type Withdrawn = 'FREEZE' | 'REST' | 'CHANGE';

type Change = Partial<Pick<IdlePeriod, 'state' | 'asked' | 'inForce'>>;

/**
 * Withdraws a change that waits for the studio, so that what was agreed before stands; otherwise the freeze, as if it had
 * never been. One without an end that has begun ends instead: what has gone by stays frozen, and the contract continues from today.
 *
 * @throws ApiError 404 when there is no such freeze, 400 when the studio does not allow it, or not any more.
 */
export async function withdrawFreeze(
  context: Context,
  studio: Studio,
  { contractId, idlePeriodId }: { readonly contractId: number; readonly idlePeriodId: number },
  traceId: string,
): Promise<Withdrawn> {
  return changeFreezes(context, { studio, contractId }, async (tx, freezes) => {
    const current = findLive(freezes, idlePeriodId);
    const { creationStatus, cancellationDays } = settingsOf(studio).idlePeriods;
    if (creationStatus === 'READ') throw new ApiError('IDLEPERIOD_DEACTIVATED_FOR_CONTRACT', 'contractId');
    const { withdrawn, change, event } = withdrawalOf(current, cancellationDays, freezes.today);
    const { id, version } = current;
    await writeFreeze({ context, tx, traceId }, freezes, { id, version, ...change }, event);
    return withdrawn;
  });
}

function withdrawalOf(
  { id, state, inForce }: IdlePeriod,
  cancellationDays: number,
  today: CalendarDate,
): { readonly withdrawn: Withdrawn; readonly change: Change; readonly event: FreezeEvent } {
  if (state === 'PENDING_VERIFICATION' && inForce) {
    return { withdrawn: 'CHANGE', change: { state: 'ACCEPTED', asked: inForce }, event: 'UPDATED' };
  }
  const event = 'CANCELLED';
  if (!inForce || isWithinDays(inForce, cancellationDays, today)) {
    return { withdrawn: 'FREEZE', change: { state: 'WITHDRAWN', inForce: null }, event };
  }
  if (inForce.endDate === null) {
    return { withdrawn: 'REST', change: { state: 'WITHDRAWN', inForce: goneBy(inForce, today) }, event };
  }
  throw new ApiError('errormessage.idle.period.withdrawal.too.late', 'idlePeriodId', { idlePeriodId: id });
}

/** The part of a freeze before today; null where it begins today. */
function goneBy(freeze: AgreedFreeze, today: CalendarDate): AgreedFreeze | null {
  if (freeze.startDate >= today) return null;
  return { ...freeze, endDate: dayBefore(today), fee: feeOfEnded(freeze) };
}
