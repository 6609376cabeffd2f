import type { CustomerFields, MutableConfig, PaymentState } from '../config/config.js';
import type { PaymentResult } from '../flow/flow-state.js';

/** A widget on the page, as returned by `init` (specification, instance methods). */
export interface PaymentWidget {
  /**
   * Ends the widget immediately and removes what it added to the page. No callback fires afterwards. It may be called
   * again.
   */
  destroy(): void;
  /**
   * Performs the action of the current step's main button. If the form or the provider's fields are still loading, it
   * waits for them.
   *
   * @returns what `onSuccess` received, or undefined if the step led to another step.
   * @throws PaymentWidgetError that `onError` also receives.
   */
  submitPayment(): Promise<PaymentResult | undefined>;
  /** Returns the state that `onPaymentStateChange` last received. */
  getPaymentState(): PaymentState;
  /** Tries again to load the session or the provider's fields. It does nothing if nothing has failed. */
  retry(): void;
  /**
   * Replaces the given customer fields. What the person typed into other fields stays.
   *
   * @throws PaymentWidgetError with the code VALIDATION_ERROR if a field is invalid.
   */
  updateCustomerFields(fields: CustomerFields): void;
  /**
   * Changes the given options at run time, without losing what the person has typed. An option given as undefined
   * returns to its default; `locale` has no default, so it stays. If an option is invalid, nothing changes.
   *
   * @throws PaymentWidgetError with the code VALIDATION_ERROR if an option is invalid.
   */
  update(changes: MutableConfig): void;
}
