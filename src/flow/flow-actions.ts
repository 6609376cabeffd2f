import type { PaymentMethod } from '@upc/contract/gateway';
import type { SecuredField } from '../forms/form.js';
import type { PaymentResult } from './flow-state.js';

/** Actions of the root element on the flow; every other element only emits request events. */
export interface FlowActions {
  chooseMethod(paymentMethod: PaymentMethod): void;
  chooseInstrument(token: string): void;
  /** Removes a stored instrument for good; the person was asked. */
  removeInstrument(token: string): void;
  changeField(name: string, text: string): void;
  leaveField(name: string): void;
  /** Puts the focus into a field of the provider. */
  focusSecured(field: SecuredField): void;
  changeConsent(name: string, accepted: boolean): void;
  changeSaving(save: boolean): void;
  /** @param svg undefined when the signature was cleared. */
  changeSignature(svg: string | undefined): void;
  /** From the review back to the form, or from the form back to the list. */
  back(): void;
  /** The widget was taken off the page: what is under way is given up, and the host hears nothing. */
  suspend(): void;
  /** It is back: what was typed is still there, and the gateway says what became of a payment. */
  resume(): void;
  /** An element cannot be shown: the widget ends in its error state. */
  breakDown(thrown: unknown): void;
  /** Loads the session again after it could not be loaded. */
  retry(): void;
  /**
   * Does what the main button of the present step does. One submission runs at a time: while it does, each call
   * returns the same promise.
   * @returns the result once paid; undefined when the step led to another step.
   * @throws PaymentWidgetError the same as given to `onError`.
   */
  submit(): Promise<PaymentResult | undefined>;
}
