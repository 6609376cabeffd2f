import { redirecting } from '../redirecting.js';

/** Bancontact: paid at once on its page. */
export const bancontact = redirecting('BANCONTACT', 'now');
