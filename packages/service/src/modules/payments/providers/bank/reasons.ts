import type { DeclineCode } from '../../../../core/errors/api-error.js';
import { DUPLICATE_RETURN, ENDING_RETURNS, RETURN_CODES } from './ach/return-codes.js';
import { ENDING_RETURNS as BECS_ENDING, RETURN_CODES as BECS_CODES } from './becs/return-codes.js';

/**
 * ISO external status and return reasons by what they mean for the payer's account (EPC173-14, guidance on reason codes
 * for SDD R-transactions). Any other reason is a plain decline.
 */
const CODES: Readonly<Record<string, DeclineCode>> = {
  AM04: 'INSUFFICIENT_FUNDS',
  AC01: 'INVALID_ACCOUNT',
  AC04: 'INVALID_ACCOUNT',
  AC06: 'INVALID_ACCOUNT',
  AC13: 'INVALID_ACCOUNT',
  AG01: 'INVALID_ACCOUNT',
  RC01: 'INVALID_ACCOUNT',
  MD01: 'DECLINED',
  MD06: 'DECLINED',
  MD07: 'DECLINED',
  MS03: 'PROCESSING_ERROR',
  CNOR: 'PROCESSING_ERROR',
  DNOR: 'PROCESSING_ERROR',
  ...RETURN_CODES,
  ...BECS_CODES,
};

export function declineCodeOf(reason: string | null): DeclineCode {
  return CODES[reason ?? ''] ?? 'DECLINED';
}

/**
 * Reasons after which no bank carries out another debit of the mandate: the account does not exist or is closed, debits
 * are not allowed on it, there is no valid mandate, or the payer has died.
 */
const ENDING: readonly string[] = [
  ...['AC01', 'AC04', 'AC06', 'AC13', 'AG01', 'MD01', 'MD07'],
  ...ENDING_RETURNS,
  ...BECS_ENDING,
];

export function endsMandate(reason: string | null): boolean {
  return reason !== null && ENDING.includes(reason);
}

/** The bank has had the file, batch or debit before. */
export const DUPLICATE = 'AM05';

/**
 * Returns whether a bank has had a debit before, so that it may have carried out the first.
 *
 * @param isBooked whether an entry of the account says so. A bank may book a returned debit with AM05, but then it has
 * not carried it out. With R24 it returns only the second.
 */
export function isDuplicateDebit(reason: string | null, isBooked: boolean): boolean {
  return reason === DUPLICATE_RETURN || (reason === DUPLICATE && !isBooked);
}

/** Returns whether a reason concerns one payer's account or mandate, and not the file. */
export function concernsPayer(reason: string | null): boolean {
  return reason !== null && Object.hasOwn(CODES, reason) && CODES[reason] !== 'PROCESSING_ERROR';
}
