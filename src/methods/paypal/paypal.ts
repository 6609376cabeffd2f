import { redirecting } from '../redirecting.js';

/** PayPal: authorised on its page, captured when the usage is posted; its account can be saved. */
export const payPal = redirecting('PAYPAL', 'later', 'paypal');
