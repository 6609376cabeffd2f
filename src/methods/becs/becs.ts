import { redirecting } from '../redirecting.js';

/** BECS direct debit: account and Direct Debit Request are given on a page of the provider. */
export const becs = redirecting('BECS', 'later');
