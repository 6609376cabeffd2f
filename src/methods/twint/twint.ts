import { redirecting } from '../redirecting.js';

/** TWINT: paid at once, in its app or by the QR code of its page. */
export const twint = redirecting('TWINT', 'now', 'twint');
