import { addTerm, type CalendarDate, dayAfter, dayBefore, type Term } from '../../../core/calendar.js';
import type { SignedTerms } from './signed-terms.js';

/** A period in the contract's own time, as if no idle period ever moved it; both days are part of it. */
export interface OwnPeriod {
  /** 0: the initial runtime; 1: the first extension. */
  readonly index: number;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  /** The notice for its end; several terms add up. */
  readonly notice: readonly Term[];
}

/** @param index of an extension only where the contract has some. */
export function ownPeriod(signed: SignedTerms, index: number): OwnPeriod {
  const { extension, startDate, endDate, notice } = signed;
  if (index === 0) return { index, startDate, endDate: notAfter(endDate, signed), notice };
  if (!extension) throw new Error('A contract that ends by itself has no extension.');
  const { term, paidFrom } = extension;
  const end = dayBefore(addTerm(paidFrom, term, index));
  return {
    index,
    startDate: index === 1 ? dayAfter(endDate) : addTerm(paidFrom, term, index - 1),
    endDate: notAfter(end, signed),
    notice: index === 1 ? extension.firstNotice : extension.notice,
  };
}

/** Whether another period follows, as soon as nobody can give notice any more. */
export function hasNextPeriod({ extension, finalEndDate }: SignedTerms, { endDate }: OwnPeriod): boolean {
  return extension !== null && (finalEndDate === null || endDate < finalEndDate);
}

function notAfter(end: CalendarDate, { finalEndDate }: SignedTerms): CalendarDate {
  return finalEndDate !== null && finalEndDate < end ? finalEndDate : end;
}
