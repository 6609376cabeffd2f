import { MandateDownloadElement } from '../elements/mandate-download/mandate-download.js';
import { defineElement } from '../elements/define-element.js';
import { ErrorSummaryElement } from '../elements/error-summary/error-summary.js';
import { InstrumentRemovalElement } from '../elements/instrument-removal/instrument-removal.js';
import { MarkElement } from '../elements/mark/mark.js';
import { MethodInfoElement } from '../elements/method-info/method-info.js';
import { MethodUnavailableElement } from '../elements/method-unavailable/method-unavailable.js';
import { OutcomeUnknownElement } from '../elements/outcome-unknown/outcome-unknown.js';
import { PauseElement } from '../elements/pause/pause.js';
import { SelectFieldElement } from '../elements/select-field/select-field.js';
import { SessionEndedElement } from '../elements/session-ended/session-ended.js';
import { SuccessElement } from '../elements/success/success.js';
import { WaitingElement } from '../elements/waiting/waiting.js';

export { default as english } from '../i18n/english-later.json';
export { randomId } from '../platform/random-id.js';
export { pageWakeup } from '../platform/wakeup.js';
export { Submission } from '../flow/submission.js';
export { tellBank } from '../flow/tell-bank.js';
export { warmFrames } from './warm-frames.js';

/**
 * The elements that show what becomes of a payment, or that nobody knows it, what keeps it from being sent, and what a
 * form may ask for later: none of them waits for a network that may be gone by then.
 */
export function registerOutcomes(): void {
  defineElement('upc-error-summary', ErrorSummaryElement);
  defineElement('upc-instrument-removal', InstrumentRemovalElement);
  defineElement('upc-mandate-download', MandateDownloadElement);
  defineElement('upc-mark', MarkElement);
  defineElement('upc-method-info', MethodInfoElement);
  defineElement('upc-method-unavailable', MethodUnavailableElement);
  defineElement('upc-outcome-unknown', OutcomeUnknownElement);
  defineElement('upc-pause', PauseElement);
  defineElement('upc-select-field', SelectFieldElement);
  defineElement('upc-session-ended', SessionEndedElement);
  defineElement('upc-success', SuccessElement);
  defineElement('upc-waiting', WaitingElement);
}
