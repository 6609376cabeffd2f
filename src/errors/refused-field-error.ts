import { PaymentWidgetError } from './payment-widget-error.js';

/** Error for a field that only the gateway found invalid. It is shown at the field. */
export class RefusedFieldError extends PaymentWidgetError {
  constructor(
    readonly field: string,
    readonly fieldMessage: string,
  ) {
    super('VALIDATION_ERROR', `The payment gateway refused the field "${field}".`, { httpStatus: 400 });
  }
}
