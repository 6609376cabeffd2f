import type { RetryDelay } from '../../../core/jobs/retries.js';
import { catalogue, methodNames } from '@upc/contract/catalogue';

/** Methods that debit a bank account, such as SEPA, BACS and ACH. */
export const DEBITED_METHODS = methodNames.filter((method) => catalogue[method].hold === 'SETUP');

/**
 * The return window in days: the eight weeks in which a payer may request a refund without a reason (SEPA Direct Debit
 * Core rulebook, refunds; directive (EU) 2015/2366, article 77, 1), plus four days for the banks to settle it. It is
 * the same for every scheme. Later returns are booked all the same.
 */
export const RETURNS_FOR_DAYS = 60;

/** Delays between the checks of a debit during its return window. Banks return debits within days or weeks. */
export const RETURNS_DELAY: RetryDelay = { first: 3600, longest: 24 * 3600 };
