import { redirecting } from '../redirecting.js';

/** iDEAL: paid at once on a page of the bank. */
export const ideal = redirecting('IDEAL', 'now', 'ideal');
