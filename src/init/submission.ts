import { MandateDownloadElement } from '../elements/mandate-download/mandate-download.js';
import { defineElement } from '../elements/define-element.js';
import { ErrorSummaryElement } from '../elements/error-summary/error-summary.js';
import { SelectFieldElement } from '../elements/select-field/select-field.js';
import { SuccessElement } from '../elements/success/success.js';

export { PaymentAttempts } from '../session/payment-attempts.js';

/** The elements that show how a payment ended, what keeps it from being sent, and what a form may ask for later. */
export function registerOutcomes(): void {
  defineElement('upc-error-summary', ErrorSummaryElement);
  defineElement('upc-mandate-download', MandateDownloadElement);
  defineElement('upc-select-field', SelectFieldElement);
  defineElement('upc-success', SuccessElement);
}
