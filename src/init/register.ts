import { MandateElement } from '../elements/mandate/mandate.js';
import { CheckboxFieldElement } from '../elements/checkbox-field/checkbox-field.js';
import { defineElement } from '../elements/define-element.js';
import { LiveRegionElement } from '../elements/live-region/live-region.js';
import { MethodListElement } from '../elements/method-list/method-list.js';
import { NoticeElement } from '../elements/notice/notice.js';
import { PaymentFormElement } from '../elements/payment-form/payment-form.js';
import { PaymentWidgetElement } from '../elements/payment-widget/payment-widget.js';
import { SkeletonElement } from '../elements/skeleton/skeleton.js';
import { SubmitButtonElement } from '../elements/submit-button/submit-button.js';
import { TextFieldElement } from '../elements/text-field/text-field.js';

/** Elements by tag, except those that `prepare-form.ts` and `prepare-submission.ts` load. */
const elements: Readonly<Record<string, CustomElementConstructor>> = {
  'upc-checkbox-field': CheckboxFieldElement,
  'upc-live-region': LiveRegionElement,
  'upc-mandate': MandateElement,
  'upc-method-list': MethodListElement,
  'upc-notice': NoticeElement,
  'upc-payment-form': PaymentFormElement,
  'upc-skeleton': SkeletonElement,
  'upc-submit-button': SubmitButtonElement,
  'upc-text-field': TextFieldElement,
  'upc-payment-widget': PaymentWidgetElement,
};

/** Defines each element once. It runs at the first `init`, so that importing the package has no side effects. */
export function registerElements(): void {
  for (const [tag, element] of Object.entries(elements)) defineElement(tag, element);
}
