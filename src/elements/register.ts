import { MandateElement } from '../mandates/mandate/mandate.js';
import { CheckboxFieldElement } from './checkbox-field/checkbox-field.js';
import { defineElement } from './define-element.js';
import { ErrorSummaryElement } from './error-summary/error-summary.js';
import { LiveRegionElement } from './live-region/live-region.js';
import { MethodListElement } from './method-list/method-list.js';
import { MethodUnavailableElement } from './method-unavailable/method-unavailable.js';
import { NoticeElement } from './notice/notice.js';
import { PaymentFormElement } from './payment-form/payment-form.js';
import { PaymentWidgetElement } from './payment-widget/payment-widget.js';
import { SelectFieldElement } from './select-field/select-field.js';
import { SessionEndedElement } from './session-ended/session-ended.js';
import { SkeletonElement } from './skeleton/skeleton.js';
import { SubmitButtonElement } from './submit-button/submit-button.js';
import { TextFieldElement } from './text-field/text-field.js';

/** Every tag of the widget but those that `prepare-form.ts` and `prepare-submission.ts` fetch. */
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'upc-checkbox-field': CheckboxFieldElement,
  'upc-error-summary': ErrorSummaryElement,
  'upc-live-region': LiveRegionElement,
  'upc-mandate': MandateElement,
  'upc-method-list': MethodListElement,
  'upc-method-unavailable': MethodUnavailableElement,
  'upc-notice': NoticeElement,
  'upc-payment-form': PaymentFormElement,
  'upc-select-field': SelectFieldElement,
  'upc-session-ended': SessionEndedElement,
  'upc-skeleton': SkeletonElement,
  'upc-submit-button': SubmitButtonElement,
  'upc-text-field': TextFieldElement,
  'upc-payment-widget': PaymentWidgetElement,
};

/** Defines the elements, each once. Called at the first `init`: importing the package does nothing. */
export function registerElements(): void {
  for (const [tag, element] of Object.entries(elements)) defineElement(tag, element);
}
