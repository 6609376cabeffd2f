import type { CustomerFields, MutableConfig, PaymentState } from '../config/config.js';
import type { PaymentResult } from '../flow/flow-state.js';

/** One widget on the page, as `init` returns it (specification, instance methods). */
export interface PaymentWidget {
  /** Ends the widget at once and takes away what it added. No callback fires afterwards. May be called again. */
  destroy(): void;
  /**
   * Does what the main button of the present step would do. Where the form or the provider's fields are on their way, it
   * waits for them.
   *
   * @returns once paid, what `onSuccess` received; undefined when the step led to another step.
   * @throws PaymentWidgetError the same as `onError` is told.
   */
  submitPayment(): Promise<PaymentResult | undefined>;
  /** The state that `onPaymentStateChange` was last told. */
  getPaymentState(): PaymentState;
  /** Tries again what could not be loaded: the session, or the provider's fields. Where nothing failed, it does nothing. */
  retry(): void;
  /**
   * Replaces the given customer fields; what was typed into other fields stays.
   * @throws PaymentWidgetError VALIDATION_ERROR when the fields are not as the configuration allows.
   */
  updateCustomerFields(fields: CustomerFields): void;
  /**
   * Changes what is given, at run time; nothing typed is lost. An option given as undefined goes back to its default; `locale`, which has none, stays.
   * @throws PaymentWidgetError VALIDATION_ERROR naming what is wrong; then nothing changes.
   */
  update(changes: MutableConfig): void;
}
