import { addTerm, type CalendarDate, type Term } from '../../../core/calendar.js';
import type { BonusPeriod } from '../offers/offer.js';
import type { Runtime } from './fees.js';

/** Initial runtime of a contract, shaped by its bonus periods. */
export interface ShapedRuntime {
  readonly start: CalendarDate;
  /** The first day after the initial runtime. */
  readonly end: CalendarDate;
  /** The part of it in which fees fall due. */
  readonly paid: Runtime;
  /** Parts of it in which nothing has to be paid. */
  readonly free: readonly (Runtime & { readonly bonus: BonusPeriod })[];
  /** The first day that has to be paid for: discounts of a time are counted from it, so that no free time uses them up. */
  readonly payableFrom: CalendarDate;
}

/**
 * The initial runtime with its bonus periods. One that extends the runtime is put before or behind what is
 * paid for; one that does not waives what falls into it. One for the next term leaves the first as it is.
 */
export function shapeRuntime(
  start: CalendarDate,
  term: Term,
  bonusPeriods: readonly BonusPeriod[],
): ShapedRuntime {
  const free: (Runtime & { bonus: BonusPeriod })[] = [];
  const paid = { start, end: start };
  const at = (strategy: BonusPeriod['termStrategy'], extending: boolean) =>
    bonusPeriods.filter(
      ({ termStrategy, runtimeExtensionType }) =>
        termStrategy === strategy && (runtimeExtensionType === 'WITH_EXTENSION') === extending,
    );
  for (const bonus of at('CONTRACT_START', true)) {
    const end = addTerm(paid.start, bonus.term);
    free.push({ start: paid.start, end, bonus });
    paid.start = end;
  }
  paid.end = addTerm(paid.start, term);
  let end = paid.end;
  for (const bonus of at('END_OF_CURRENT_TERM', true)) {
    const extended = addTerm(end, bonus.term);
    free.push({ start: end, end: extended, bonus });
    end = extended;
  }
  for (const bonus of at('CONTRACT_START', false)) {
    free.push({ start: paid.start, end: addTerm(paid.start, bonus.term), bonus });
  }
  for (const bonus of at('END_OF_CURRENT_TERM', false)) {
    const begin = addTerm(paid.end, bonus.term, -1);
    free.push({ start: begin < paid.start ? paid.start : begin, end: paid.end, bonus });
  }
  const waived = free.filter((period) => period.start === paid.start).map((period) => period.end);
  const payableFrom = waived.reduce((latest, day) => (day > latest ? day : latest), paid.start);
  return { start, end, paid, free, payableFrom };
}
