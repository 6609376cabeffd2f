import type { Payment, PaymentMethod, Session } from '@upc/contract/gateway';
import type { PaymentWidgetError } from '../errors/payment-widget-error.js';
import type { FormView } from '../forms/form-view.js';
import type { Choice, Outcome, PaymentResult } from './flow-state.js';

/** The steps of a flow after the button was pressed; their code is fetched while the person fills in the form. */
export interface SubmissionSteps {
  /** POLLING_TIMEOUT of the payment that is still asked for: told once, whenever the widget is put back on the page. */
  readonly late: PaymentWidgetError | undefined;
  /**
   * @param form as it was when the button was pressed.
   * @throws PaymentWidgetError which the host has been told, as `follow` does.
   */
  pay(choice: Choice, session: Session, form: FormView | undefined): Outcome;
  /** Waits for a payment that was submitted before. */
  follow(payment: Payment): Outcome;
  /**
   * @returns the payment of a session that continues by itself; undefined when the person submits it again.
   * @throws PaymentWidgetError
   */
  recall(pending: Payment): Promise<Payment | undefined>;
  /** Asks the gateway at once, instead of at the end of the present wait. */
  ask(): void;
  /** Calls a payment off; the next answer of the gateway shows whether it was too late. */
  cancel(payment: Payment): Promise<void>;
  /** Removes a stored instrument for good. @returns whether it is gone; a refusal is told like that of an attempt. */
  remove(token: string): Promise<boolean>;
  succeed(result: PaymentResult, paymentMethod: PaymentMethod): PaymentResult;
  /** Ends a pause by itself after so many milliseconds. */
  watchPause(milliseconds: number): void;
}
