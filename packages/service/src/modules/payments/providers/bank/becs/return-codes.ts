import type { DeclineCode } from '../../../../../core/errors/api-error.js';

/** Returns the reason under which a return code of BECS is stored, so that it cannot be taken for one of another scheme. */
export const reasonOf = (returnCode: string): string => `BECS${returnCode}`;

/**
 * Return codes of BECS by what they mean for the payer's account (ANZ, returned items reason codes for a direct debit).
 * Any other code is a plain decline.
 */
export const RETURN_CODES: Readonly<Record<string, DeclineCode>> = {
  /** The BSB does not exist. */
  BECS1: 'INVALID_ACCOUNT',
  /** The payer has stopped the debits. There is no other code for a request that the payer has cancelled. */
  BECS2: 'DECLINED',
  /** The account is closed. */
  BECS3: 'INVALID_ACCOUNT',
  /** The payer has died. */
  BECS4: 'INVALID_ACCOUNT',
  /** There is no such account. */
  BECS5: 'INVALID_ACCOUNT',
  /** The bank refers to its customer, in practice because of a lack of money. */
  BECS6: 'INSUFFICIENT_FUNDS',
  /** The user id is wrong. */
  BECS8: 'PROCESSING_ERROR',
  /** Technically invalid: the account cannot be debited. */
  BECS9: 'INVALID_ACCOUNT',
};

/** Codes after which banks tell the creditor not to debit the account again. */
export const ENDING_RETURNS: readonly string[] = ['BECS1', 'BECS2', 'BECS3', 'BECS4', 'BECS5', 'BECS9'];
