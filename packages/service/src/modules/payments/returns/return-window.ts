import type { RetryDelay } from '../../../core/jobs/retries.js';
import { catalogue, methodNames } from '@upc/contract/catalogue';

/** Methods by which an account is debited: SEPA, BACS, ACH and their like. */
export const DEBITED_METHODS = methodNames.filter((method) => catalogue[method].hold === 'SETUP');

/**
 * For how many days a debit may come back without a reason: the eight weeks in which a payer may ask for a refund (SEPA
 * Direct Debit Core rulebook, refunds; directive (EU) 2015/2366, article 77, 1), and four days for the banks to settle it.
 * The same for every scheme: what comes back later is booked all the same.
 */
export const RETURNS_FOR_DAYS = 60;

/** How often a debit is asked for while it can come back: banks return debits within days and weeks. */
export const RETURNS_DELAY: RetryDelay = { first: 3600, longest: 24 * 3600 };
