import type { PaymentMethod } from '@upc/contract/gateway';
import { addTerm, type CalendarDate } from '../../../core/calendar.js';
import type { DeclineCode } from '../../../core/errors/api-error.js';
import type { OpenClaim } from '../account/claims.js';

/** A failed charge of a claim: it was declined, or returned later. */
export interface FailedCharge {
  readonly code: DeclineCode;
  /** Date of the failure in the studio's time zone. */
  readonly failedOn: CalendarDate;
}

/**
 * Days until the next charge after the first, second and third failure. After a fourth failure there are no more
 * charges.
 */
const WAITS = [3, 7, 14] as const;
/**
 * Reasons that may no longer apply on another day. Any other reason blocks charges until the instrument is replaced.
 */
const PASSING: readonly DeclineCode[] = ['INSUFFICIENT_FUNDS', 'PROCESSING_ERROR'];
/**
 * Methods that are not charged again. Nacha allows two more debits of the same amount, in files that name them as such
 * (reinitiation). A run may charge several claims at once, so it could not keep that.
 */
const CHARGED_ONCE: readonly PaymentMethod[] = ['ACH'];

/**
 * Returns whether a payment run may charge an open claim: it is due, and the earlier failures with this instrument
 * allow another charge. This is the only place that decides it.
 *
 * @param failures of this claim with the instrument to be charged, oldest first
 * @param method the instrument's
 */
export function isCollectable(
  { open, dueDate }: OpenClaim,
  failures: readonly FailedCharge[],
  today: CalendarDate,
  method: PaymentMethod,
): boolean {
  if (open <= 0 || dueDate > today) return false;
  const last = failures.at(-1);
  if (!last) return true;
  if (CHARGED_ONCE.includes(method)) return false;
  const wait = WAITS[failures.length - 1];
  if (wait === undefined || !failures.every(({ code }) => PASSING.includes(code))) return false;
  return addTerm(last.failedOn, { value: wait, unit: 'DAY' }) <= today;
}
