import type { DeclineCode } from '../../../../../core/errors/api-error.js';

/**
 * Nacha's return reason codes of debits by what they mean for the payer's account (Nacha Operating Rules, appendix four,
 * part 4.2). Any other code is a plain decline.
 */
export const RETURN_CODES: Readonly<Record<string, DeclineCode>> = {
  /** Insufficient and uncollected funds. */
  R01: 'INSUFFICIENT_FUNDS',
  R09: 'INSUFFICIENT_FUNDS',

  /** The account is closed, unknown or has an impossible number. */
  R02: 'INVALID_ACCOUNT',
  R03: 'INVALID_ACCOUNT',
  R04: 'INVALID_ACCOUNT',
  /** It was sold to another bank, or the bank does not take part or only with restrictions. */
  R12: 'INVALID_ACCOUNT',
  R13: 'INVALID_ACCOUNT',
  R34: 'INVALID_ACCOUNT',
  /** A representative or the account's holder has died. */
  R14: 'INVALID_ACCOUNT',
  R15: 'INVALID_ACCOUNT',
  /** The account is frozen. */
  R16: 'INVALID_ACCOUNT',
  /** The bank cannot process a field, which is mostly the account number, or suspects fraud with an invalid one. */
  R17: 'INVALID_ACCOUNT',
  /** The account does not allow debits. */
  R20: 'INVALID_ACCOUNT',

  /** A consumer's account was debited as that of a business. */
  R05: 'DECLINED',
  /** The payer has revoked the authorization, has stopped the payment, or has never authorized it. */
  R07: 'DECLINED',
  R08: 'DECLINED',
  R10: 'DECLINED',
  R29: 'DECLINED',
  /** The debit differs from what the payer has authorized, for example in its amount or day. */
  R11: 'DECLINED',

  /** The originating bank has asked for the return. */
  R06: 'PROCESSING_ERROR',
  /** The effective date or the amount is wrong. */
  R18: 'PROCESSING_ERROR',
  R19: 'PROCESSING_ERROR',
  /** The company id or the individual id is wrong. */
  R21: 'PROCESSING_ERROR',
  R22: 'PROCESSING_ERROR',
  /** The entry is a duplicate. */
  R24: 'PROCESSING_ERROR',
  /** Addenda, a mandatory field, the trace number or the check digit of the routing number are wrong. */
  R25: 'PROCESSING_ERROR',
  R26: 'PROCESSING_ERROR',
  R27: 'PROCESSING_ERROR',
  R28: 'PROCESSING_ERROR',
  /** The receiving bank cannot settle. */
  R32: 'PROCESSING_ERROR',
  /** The account is abroad, so that the entry needs another class. */
  R85: 'PROCESSING_ERROR',
};

/** The bank has had the entry before, and may have carried out the first. */
export const DUPLICATE_RETURN = 'R24';

/**
 * Codes after which no debit of the mandate is carried out, or may be sent. A stopped payment (R08) concerns one debit,
 * and after R11 the creditor may send a corrected one under the same authorization.
 */
export const ENDING_RETURNS: readonly string[] = [
  'R02',
  'R03',
  'R04',
  'R05',
  'R07',
  'R10',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R17',
  'R20',
  'R29',
  'R34',
];
