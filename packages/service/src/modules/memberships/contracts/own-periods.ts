import { addTerm, type CalendarDate, dayAfter, dayBefore, type Term } from '../../../core/calendar.js';
import type { SignedTerms } from './signed-terms.js';

/** A period in the contract's own time, as if no idle period ever moved it. Both dates are included. */
export interface OwnPeriod {
  /** 0 is the initial runtime; 1 is the first extension. */
  readonly index: number;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  /** The notice for the end of the period; several terms add up. */
  readonly notice: readonly Term[];
}

/**
 * Returns a period of a contract.
 *
 * @param index above 0 only if the contract has extensions.
 */
export function ownPeriod(signed: SignedTerms, index: number): OwnPeriod {
  const { extension, startDate, endDate, notice } = signed;
  if (index === 0) return { index, startDate, endDate: notAfter(endDate, signed), notice };
  if (!extension) throw new Error('A contract that ends automatically has no extension.');
  const { term, paidFrom } = extension;
  const end = dayBefore(addTerm(paidFrom, term, index));
  return {
    index,
    startDate: index === 1 ? dayAfter(endDate) : addTerm(paidFrom, term, index - 1),
    endDate: notAfter(end, signed),
    notice: index === 1 ? extension.firstNotice : extension.notice,
  };
}

/** Returns whether another period follows once notice is no longer possible. */
export function hasNextPeriod({ extension, finalEndDate }: SignedTerms, { endDate }: OwnPeriod): boolean {
  return extension !== null && (finalEndDate === null || endDate < finalEndDate);
}

function notAfter(end: CalendarDate, { finalEndDate }: SignedTerms): CalendarDate {
  return finalEndDate !== null && finalEndDate < end ? finalEndDate : end;
}
