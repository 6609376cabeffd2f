import { addTerm, type CalendarDate, dayBefore } from '../../../core/calendar.js';
import type { IdlePeriodSettings, IdlePeriodUnit } from '../../studios/settings/idle-period-settings.js';
import type { IdleDates } from './idle-time.js';
import {
  type Counted,
  earliestStart,
  exceedsMaximum,
  isStartDay,
  lastDay,
  nextPossibleStart,
  overlap,
} from './terms.js';

/** Reasons to refuse a requested idle period (details, Freeze). */
export const REFUSALS = [
  'IDLEPERIOD_DEACTIVATED_FOR_CONTRACT',
  'IDLEPERIOD_PENDING_VERIFICATION',
  'IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT',
  'IDLEPERIOD_DEADLINE_VIOLATED',
  'IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH',
  'IDLEPERIOD_MAXIMUM_YEARS_VIOLATED',
  'IDLEPERIOD_OVERLAPPING',
  'IDLEPERIOD_TEMPORALUNIT_INVALID',
  'IDLEPERIOD_MAXIMUM_TERMS_VIOLATED',
  'IDLEPERIOD_TERMVALUE_MISSING',
  'IDLEPERIOD_UNLIMITED_PARAMETER_IS_MISSING',
  'IDLEPERIOD_ENDDATE_AND_TERM_PROVIDED',
  'IDLEPERIOD_ENDDATE_BEFORE_STARTDATE',
  'IDLEPERIOD_ENDDATE_ONLY_FOR_SHORTENING',
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A requested idle period. Its length is unlimited, a number of terms, or given by its last day. */
export interface IdlePeriodRequest {
  readonly startDate: CalendarDate;
  readonly temporalUnit?: IdlePeriodUnit;
  readonly termValue?: number;
  readonly endDate?: CalendarDate;
  readonly unlimited?: boolean;
  readonly reasonId?: number;
}

/** Facts that a request is checked against. */
export interface Situation extends Counted {
  readonly rules: IdlePeriodSettings;
  readonly today: CalendarDate;
  /** The last day on which the contract can run; null if it is extended until it is cancelled. */
  readonly contractEnd: CalendarDate | null;
  readonly canBeIdle: boolean;
  /** Whether another request for the contract awaits the studio's approval. */
  readonly hasPending: boolean;
  /** The idle period to be changed; null for a new one. */
  readonly current: (IdleDates & { readonly reason: { readonly id: number } }) | null;
}

/** The dates of an idle period that is possible, or the refusal. */
export type Validated = { readonly refusal: Refusal } | { readonly refusal: null; readonly dates: IdleDates };

/** Checks whether an idle period can be created or changed as requested. Returns the first rule that it breaks. */
export function validateIdlePeriod(request: IdlePeriodRequest, situation: Situation): Validated {
  const refusal = refusalOfContract(situation) ?? refusalOfForm(request, situation);
  if (refusal) return { refusal };
  const dates = askedFor(request, situation.rules);
  const broken =
    refusalOfEnd(request, dates, situation) ??
    refusalOfStart(dates, situation) ??
    refusalOfChange(request, dates, situation) ??
    refusalOfLength(dates, situation);
  return broken ? { refusal: broken } : { refusal: null, dates };
}

/** Returns whether an idle period has not begun yet, or began fewer than `days` days ago. */
export function isWithinDays({ startDate }: IdleDates, days: number, today: CalendarDate): boolean {
  return today < startDate || today < addTerm(startDate, { value: days, unit: 'DAY' });
}

function refusalOfContract({ canBeIdle, rules, hasPending }: Situation): Refusal | null {
  if (!canBeIdle || rules.creationStatus === 'READ') return 'IDLEPERIOD_DEACTIVATED_FOR_CONTRACT';
  return hasPending ? 'IDLEPERIOD_PENDING_VERIFICATION' : null;
}

/** Checks that exactly one of three fields gives the length of an idle period. */
function refusalOfForm(request: IdlePeriodRequest, { rules }: Situation): Refusal | null {
  const { temporalUnit, termValue, endDate, unlimited } = request;
  const hasTerm = termValue !== undefined || temporalUnit !== undefined;
  const given = [hasTerm, endDate !== undefined, unlimited === true].filter(Boolean).length;
  if (given > 1) return 'IDLEPERIOD_ENDDATE_AND_TERM_PROVIDED';
  if (given === 0) {
    return unlimited === undefined
      ? 'IDLEPERIOD_UNLIMITED_PARAMETER_IS_MISSING'
      : 'IDLEPERIOD_TERMVALUE_MISSING';
  }
  if (!hasTerm) return null;
  if (temporalUnit !== rules.temporalUnit) return 'IDLEPERIOD_TEMPORALUNIT_INVALID';
  return termValue === undefined ? 'IDLEPERIOD_TERMVALUE_MISSING' : null;
}

function askedFor(
  { startDate, termValue, endDate, unlimited }: IdlePeriodRequest,
  rules: IdlePeriodSettings,
): IdleDates {
  if (unlimited === true) return { startDate, endDate: null };
  const last = endDate ?? lastDay(startDate, rules.temporalUnit, termValue ?? 1);
  return { startDate, endDate: last };
}

/** Checks the end date. A day can be given as the end only to shorten an existing idle period. */
function refusalOfEnd(
  { endDate }: IdlePeriodRequest,
  { startDate }: IdleDates,
  { current, rules }: Situation,
): Refusal | null {
  if (endDate === undefined) return null;
  if (endDate < startDate) return 'IDLEPERIOD_ENDDATE_BEFORE_STARTDATE';
  const shortens = current !== null && (current.endDate === null || endDate <= current.endDate);
  return shortens && rules.dayBasedTermShorteningAllowed ? null : 'IDLEPERIOD_ENDDATE_ONLY_FOR_SHORTENING';
}

function refusalOfStart(dates: IdleDates, situation: Situation): Refusal | null {
  const { current, rules, today, contractEnd, others } = situation;
  const { startDate } = dates;
  const hasBegun = current !== null && current.startDate <= today;
  if (hasBegun && startDate !== current.startDate) return 'IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH';
  if (current?.startDate !== startDate) {
    if (!isStartDay(startDate, rules)) return 'IDLEPERIOD_DATE_NOT_FIRSTDAY_OF_TEMPORALUNIT';
    if (startDate < earliestStart(situation)) return 'IDLEPERIOD_DEADLINE_VIOLATED';
  }
  if (contractEnd !== null && startDate > contractEnd) return 'IDLEPERIOD_DEACTIVATED_FOR_CONTRACT';
  if (others.some((other) => overlap(dates, other))) return 'IDLEPERIOD_OVERLAPPING';
  const isExpected =
    !rules.nextPossibleStartDateOnly ||
    current?.startDate === startDate ||
    startDate === nextPossibleStart(situation);
  return isExpected ? null : 'IDLEPERIOD_EXPECTED_STARTDATE_MISMATCH';
}

/**
 * Checks a change. An idle period that has begun can be changed for a limited number of days only. While it runs, it
 * can be ended earlier if the studio allows days as its end, and an open-ended one can be given an end. The earliest
 * new end is yesterday, so that the contract continues from today: claims for past days do not fall due again.
 */
function refusalOfChange(request: IdlePeriodRequest, dates: IdleDates, situation: Situation): Refusal | null {
  const { current, rules, today } = situation;
  if (current === null) return null;
  const isSame = dates.endDate === current.endDate;
  const keepsReason = request.reasonId === undefined || request.reasonId === current.reason.id;
  const hasBegun = current.startDate <= today;
  const endsTooSoon = hasBegun && dates.endDate !== null && dates.endDate < dayBefore(today);
  // When a request is repeated after its response, the idle period has already ended.
  const isOver = current.endDate !== null && current.endDate < today && !(isSame && keepsReason);
  if (isOver || endsTooSoon) return 'IDLEPERIOD_DEADLINE_VIOLATED';
  const onlyEnds = isSame || request.endDate !== undefined || current.endDate === null;
  if ((onlyEnds && keepsReason) || isWithinDays(current, rules.modificationDays, today)) return null;
  return 'IDLEPERIOD_DEADLINE_VIOLATED';
}

function refusalOfLength(dates: IdleDates, situation: Situation): Refusal | null {
  const { rules, today, current } = situation;
  // An existing idle period can always be shortened, whatever the studio has decided since.
  if (current !== null && dates.startDate === current.startDate && !isLonger(dates, current)) return null;
  const latest = addTerm(today, { value: rules.maximumYears, unit: 'YEAR' });
  if ((dates.endDate ?? dates.startDate) > latest) return 'IDLEPERIOD_MAXIMUM_YEARS_VIOLATED';
  if (dates.endDate === null && !rules.unlimitedAllowed) return 'IDLEPERIOD_MAXIMUM_TERMS_VIOLATED';
  return exceedsMaximum(dates, situation) ? 'IDLEPERIOD_MAXIMUM_TERMS_VIOLATED' : null;
}

function isLonger({ endDate }: IdleDates, current: IdleDates): boolean {
  return current.endDate !== null && (endDate === null || endDate > current.endDate);
}
