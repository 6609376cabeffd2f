import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormView } from '../forms/form-view.js';
import type { ParsedConfig, PaymentState } from '../config/config.js';
import type { FlowActions } from './flow-actions.js';
import type { FlowState } from './flow-state.js';

/** The flow as the elements see it. They read its snapshots and request actions. */
export interface FlowStore extends FlowActions {
  /** Configuration from `init` and `update`, including customer fields. Each change creates a new object. */
  readonly config: ParsedConfig;
  /** Returns the current state, which is frozen. Each change creates a new object. */
  getSnapshot(): FlowState;
  /** Returns the chosen method's form, or undefined when no form is open or its code is loading. */
  getForm(): FormView | undefined;
  getPaymentState(): PaymentState;
  /** Returns whether the widget itself shows a payment error, rather than only the host. */
  shows(error: PaymentWidgetError): boolean;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}
