import type { PaymentMethod } from '@upc/contract/gateway';
import type { SecuredField } from '../forms/form.js';
import type { PaymentResult } from './flow-state.js';

/** Actions of the root element on the flow. Every other element only emits request events. */
export interface FlowActions {
  chooseMethod(paymentMethod: PaymentMethod): void;
  chooseInstrument(token: string): void;
  /** Removes a stored instrument permanently, after the person has confirmed. */
  removeInstrument(token: string): void;
  changeField(name: string, text: string): void;
  leaveField(name: string): void;
  /** Moves the focus into a field of the provider. */
  focusSecured(field: SecuredField): void;
  changeConsent(name: string, accepted: boolean): void;
  changeSaving(save: boolean): void;
  /** @param svg undefined when the signature was cleared. */
  changeSignature(svg: string | undefined): void;
  /**
   * Goes back from the review to the form, or from the form to the list. Cancels a payment that waits for an action.
   */
  back(): void;
  /** Aborts work in progress when the widget is taken off the page, without notifying the host. */
  suspend(): void;
  /**
   * Continues when the widget is back on the page. Form entries are still there, and the gateway reports the state of a
   * payment.
   */
  resume(): void;
  /** Puts the widget into its error state because an element cannot be shown. */
  breakDown(thrown: unknown): void;
  /** Tries again to load the session or the provider's fields, or polls a pending payment immediately. */
  retry(): void;
  /** Continues after the connection has returned: removes the error that says so, and retries what has failed. */
  reconnect(): void;
  /**
   * Performs the action of the current step's main button. One submission runs at a time; while it runs, each call
   * returns the same promise.
   *
   * @returns the result once paid; undefined when the step led to another step.
   * @throws PaymentWidgetError the same as given to `onError`.
   */
  submit(): Promise<PaymentResult | undefined>;
}
