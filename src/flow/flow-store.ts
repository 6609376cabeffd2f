import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormView } from '../forms/form-view.js';
import type { ParsedConfig, PaymentState } from '../config/config.js';
import type { FlowActions } from './flow-actions.js';
import type { FlowState } from './flow-state.js';

/** A flow as the elements see it: snapshots to read, actions to ask for. */
export interface FlowStore extends FlowActions {
  /** As `init` and `update` gave it, customer fields included; another object whenever it changed. */
  readonly config: ParsedConfig;
  /** Frozen; another object whenever something changed. */
  getSnapshot(): FlowState;
  /** The chosen method's form, or undefined when no form is open or its code is on its way. */
  getForm(): FormView | undefined;
  getPaymentState(): PaymentState;
  /** Whether an error of the payment is shown here, and not by the host alone. */
  shows(error: PaymentWidgetError): boolean;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}
