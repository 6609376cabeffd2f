import { type CalendarDate, dayAfter, dayBefore } from '../../../core/calendar.js';
import { type IdleTime, waitsForEnd, toCalendarDay } from '../idle-periods/idle-time.js';
import { feesOf } from '../pricing/fees.js';
import { memberAmount } from '../pricing/reductions.js';
import type { ScheduleType } from './contract-details.js';
import type { OwnPeriod } from './own-periods.js';
import type { SignedTerms } from './signed-terms.js';

/** A claim that falls due for a contract. */
export interface PlannedClaim {
  /** Identifies the fee within its contract. It stays the same when the fee moves. */
  readonly key: string;
  readonly dueDate: CalendarDate;
  readonly description: string;
  readonly type: ScheduleType | 'IDLE_PERIOD_FEE';
  /** Amount in minor units; more than 0. */
  readonly amount: number;
  /** The days that it covers; absent if it covers no period, such as a starter package. */
  readonly paidPeriod?: PaidPeriod;
}

/** A range of days; both dates are included. */
interface PaidPeriod {
  readonly from: CalendarDate;
  /** null until the end of an idle period is known. */
  readonly to: CalendarDate | null;
}

/** A fee in the contract's own time. */
interface OwnFee extends PlannedClaim {
  readonly paidUntil?: CalendarDate;
}

/** Returns the key of a fee of the initial runtime, based on its position among the fees that cost something. */
export function initialKey(index: number): string {
  return `initial/${index}`;
}

/**
 * Returns the key of a fee of an idle period. It contains the due date, which stays the same when the idle period gets
 * longer or shorter.
 */
function idlePeriodKey(idlePeriodId: number, dueDate: CalendarDate): string {
  return `freeze/${idlePeriodId}/${dueDate}`;
}

/** Returns whether a key belongs to a fee of an idle period. */
export function isIdlePeriodKey(key: string): boolean {
  return key.startsWith('freeze/');
}

interface Plan {
  /** All claims, in calendar days, by due date. */
  readonly claims: readonly PlannedClaim[];
  /** Keys of fees that cannot be scheduled until the end of an idle period is known. */
  readonly waiting: readonly string[];
}

/** Plans the claims that fall due in the given periods and for the given idle periods. */
export function plannedClaims(
  signed: SignedTerms,
  periods: readonly OwnPeriod[],
  idleTimes: readonly IdleTime[],
  today: CalendarDate,
): Plan {
  const fees = [...initialFees(signed), ...extensionFees(signed, periods)].filter(({ amount }) => amount > 0);
  const waits = ({ dueDate }: PlannedClaim) => waitsForEnd(dueDate, idleTimes, today);
  const last = signed.finalEndDate ?? (signed.extension ? null : signed.endDate);
  const onCalendar = ({ paidUntil, dueDate, ...fee }: OwnFee): PlannedClaim => {
    const from = toCalendarDay(dueDate, idleTimes, today);
    if (paidUntil === undefined) return { ...fee, dueDate: from };
    const next = dayAfter(last !== null && last < paidUntil ? last : paidUntil);
    const to = waitsForEnd(next, idleTimes, today) ? null : dayBefore(toCalendarDay(next, idleTimes, today));
    return { ...fee, dueDate: from, paidPeriod: { from, to } };
  };
  const claims = fees
    .filter((fee) => !waits(fee))
    .map(onCalendar)
    .concat(idleTimes.flatMap(idlePeriodCharges))
    .sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0));
  return { claims, waiting: fees.filter(waits).map(({ key }) => key) };
}

function initialFees({ schedule, finalEndDate }: SignedTerms): OwnFee[] {
  return schedule
    .filter(({ amount }) => amount > 0)
    .map((fee, index) => ({ ...fee, key: initialKey(index) }))
    .filter(({ dueDate }) => finalEndDate === null || dueDate <= finalEndDate);
}

function extensionFees({ extension, voucher }: SignedTerms, periods: readonly OwnPeriod[]): OwnFee[] {
  const first = periods.find(({ index }) => index === 1);
  const last = periods.at(-1);
  if (!extension || !first || !last) return [];
  const begin = extension.waivedUntil > first.startDate ? extension.waivedUntil : first.startDate;
  return extension.fees.flatMap((fee, index) =>
    feesOf(fee.frequency, { start: fee.from, end: dayAfter(last.endDate) })
      .filter(({ dueDate }) => dueDate >= begin)
      .map((due) => ({
        ...(fee.type === 'FLAT_FEE' ? {} : { paidUntil: due.paidUntil }),
        key: `extension/${index}/${due.dueDate}`,
        dueDate: due.dueDate,
        description: fee.description,
        type: fee.type,
        amount: memberAmount(due, fee, voucher, 'EXTENSION'),
      })),
  );
}

function idlePeriodCharges({ id, charges }: IdleTime): PlannedClaim[] {
  return charges
    .map(({ from, to, ...charge }) => ({
      ...charge,
      key: idlePeriodKey(id, charge.dueDate),
      type: 'IDLE_PERIOD_FEE' as const,
      paidPeriod: { from, to },
    }))
    .filter(({ amount }) => amount > 0);
}
