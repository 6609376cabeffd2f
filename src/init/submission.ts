import { MandateDownloadElement } from '../elements/mandate-download/mandate-download.js';
import { defineElement } from '../elements/define-element.js';
import { SuccessElement } from '../elements/success/success.js';

export { PaymentAttempts } from '../session/payment-attempts.js';

/** The elements that show how a payment ended. */
export function registerOutcomes(): void {
  defineElement('upc-mandate-download', MandateDownloadElement);
  defineElement('upc-success', SuccessElement);
}
