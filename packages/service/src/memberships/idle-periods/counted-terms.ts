import type { CalendarDate } from '../../domain/calendar.js';
import type { IdlePeriodSettings } from '../../domain/idle-period-settings.js';
import type { AgreedFreeze, FreezePeriod } from '../../domain/agreed-freeze.js';
import { referencePeriodOf, within, type ReferencePeriod } from './reference-period.js';
import { daysOfTerm, termStarts } from './terms.js';

type Rules = Pick<
  IdlePeriodSettings,
  | 'temporalUnit'
  | 'maxTerms'
  | 'maxTermPerReferencePeriod'
  | 'referencePeriod'
  | 'freeTerms'
  | 'unlimitedAllowed'
>;

/** The other freezes that a new freeze of a contract is counted together with. */
export interface Counted {
  readonly rules: Rules;
  readonly contractStart: CalendarDate;
  /** The other freezes of the contract. */
  readonly others: readonly AgreedFreeze[];
}

/**
 * Whether a freeze has more terms than one may have, or makes it too many in a reference period. A term that is cut short
 * counts as one, and counts where it begins. Nothing is too many where freezes without an end are allowed
 * (specification, Limits).
 */
export function exceedsMaximum(freeze: FreezePeriod, counted: Counted): boolean {
  const { rules, contractStart } = counted;
  if (freeze.endDate === null || rules.unlimitedAllowed) return false;
  const starts = termStarts(freeze, rules.temporalUnit, freeze.endDate);
  if (starts.length > rules.maxTerms) return true;
  const { maxTermPerReferencePeriod: most } = rules;
  if (most === undefined) return false;
  return starts.some((start) => {
    const period = referencePeriodOf(start, rules.referencePeriod, contractStart);
    return termsUsed(counted, period) + within(starts, period).length > most;
  });
}

/**
 * The first days of the terms of a freeze that cost nothing: its first ones in each reference period, as many as other
 * freezes have left. One without an end has none (specification, Limits).
 */
export function freeTermStarts(freeze: FreezePeriod, counted: Counted): CalendarDate[] {
  const { rules, contractStart } = counted;
  if (freeze.endDate === null) return [];
  const free: CalendarDate[] = [];
  for (const start of termStarts(freeze, rules.temporalUnit, freeze.endDate)) {
    const period = referencePeriodOf(start, rules.referencePeriod, contractStart);
    if (freeTermsUsed(counted, period) + within(free, period).length < rules.freeTerms) free.push(start);
  }
  return free;
}

/** Terms that are left in a day's reference period; `maximum` null: there is none. */
export function remainingTerms(
  day: CalendarDate,
  counted: Counted,
): { readonly maximum: number | null; readonly free: number } {
  const { rules, contractStart } = counted;
  const period = referencePeriodOf(day, rules.referencePeriod, contractStart);
  const { maxTermPerReferencePeriod: most, unlimitedAllowed } = rules;
  return {
    maximum: most === undefined || unlimitedAllowed ? null : Math.max(0, most - termsUsed(counted, period)),
    free: Math.max(0, rules.freeTerms - freeTermsUsed(counted, period)),
  };
}

/** Number of days of a freeze that cost nothing. */
export function freeDays(freeze: AgreedFreeze): number {
  return freeze.freeTermStarts.reduce((sum, start) => sum + daysOfTerm(start, freeze.unit, freeze), 0);
}

function termsUsed({ others, rules }: Counted, period: ReferencePeriod): number {
  return others
    .map((other) => within(termStarts(other, rules.temporalUnit, period.endDate), period).length)
    .reduce((sum, count) => sum + count, 0);
}

function freeTermsUsed({ others }: Counted, period: ReferencePeriod): number {
  return others.flatMap((other) => within(other.freeTermStarts, period)).length;
}
