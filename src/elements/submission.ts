import { MandateDownloadElement } from '../mandates/mandate-download/mandate-download.js';
import { defineElement } from './define-element.js';
import { SuccessElement } from './success/success.js';

export { PaymentAttempts } from '../session/payment-attempts.js';

/** The elements that show how a payment ended. */
export function registerOutcomes(): void {
  defineElement('upc-mandate-download', MandateDownloadElement);
  defineElement('upc-success', SuccessElement);
}
