import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import type { OpenClaim } from '../account/claims.js';

/** A charge of a claim that came to nothing: it was declined, or returned later. */
export interface FailedCharge {
  readonly code: DeclineCode;
  /** At the studio. */
  readonly failedOn: CalendarDate;
}

/** Days until the next charge, after the first, second and third that failed; after a fourth none is made. */
const WAITS = [3, 7, 14] as const;
/** Reasons that may no longer hold on another day; any other reason of a bank holds until the instrument is replaced. */
const PASSING: readonly DeclineCode[] = ['INSUFFICIENT_FUNDS', 'PROCESSING_ERROR'];

/**
 * Whether a payment run may charge an open claim, the one place that says so: it is due, and what became of earlier
 * charges of the same instrument allows another.
 *
 * @param failures of this claim, with the instrument that would be charged, the oldest first
 */
export function isCollectable(
  { open, dueDate }: OpenClaim,
  failures: readonly FailedCharge[],
  today: CalendarDate,
): boolean {
  if (open <= 0 || dueDate > today) return false;
  const last = failures.at(-1);
  if (!last) return true;
  const wait = WAITS[failures.length - 1];
  if (wait === undefined || !failures.every(({ code }) => PASSING.includes(code))) return false;
  return addTerm(last.failedOn, { value: wait, unit: 'DAY' }) <= today;
}
