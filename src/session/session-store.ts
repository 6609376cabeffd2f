import type { FormView } from '../forms/form-view.js';
import type { PaymentState } from '../config/config.js';
import type { SessionActions } from './session-actions.js';
import type { SessionState } from './session-state.js';

/** A session as the elements see it: snapshots to read, actions to ask for. */
export interface SessionStore extends SessionActions {
  /** Frozen; another object whenever something changed. */
  getSnapshot(): SessionState;
  /** The chosen method's form, or undefined when no form is open or its code is on its way. */
  getForm(): FormView | undefined;
  getPaymentState(): PaymentState;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}
